import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a shared link runs its search at once, also without a session', async ({ page }) => {
  const search = newSearch({ origin: 'AMS', destination: 'AUA', adults: '2', cabin: 'business' })
  await page.goto(resultsPath(search))
  await expectResults(page)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(search)
})
