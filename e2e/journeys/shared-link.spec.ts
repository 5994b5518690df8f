import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a shared link shows its search with the one guest button, then runs it', async ({ page }) => {
  const search = newSearch({ origin: 'AMS', destination: 'AUA', adults: '2', cabin: 'business' })
  await page.goto(resultsPath(search))
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: /Amsterdam \(AMS\) to .*\(AUA\)/ })).toBeVisible()
  await expect(main.getByRole('paragraph').filter({ hasText: '2 travelers, Business' })).toBeVisible()
  const guest = main.getByRole('button', { name: /guest/i })
  await expect(guest).toHaveCount(1)

  await guest.click()
  await expectResults(page)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(search)
})

test('a shared link runs after signing in, too', async ({ page }) => {
  await page.goto(resultsPath(newSearch()))
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expectResults(page)
})
