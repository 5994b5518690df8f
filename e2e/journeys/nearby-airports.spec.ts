import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('nearby airports are offered below the results, and one press searches from there', async ({
  guestPage: page,
}) => {
  const search = newSearch({ origin: 'AMS', destination: 'AUA' })
  await page.goto(resultsPath(search))
  await expectResults(page)
  const nearby = page.getByRole('navigation', { name: 'Nearby airports' })
  await expect(nearby.getByRole('link')).toHaveText([
    /^From Rotterdam \(RTM\), 45.km from Amsterdam$/,
    /^From Eindhoven \(EIN\), 104.km from Amsterdam$/,
  ])
  // By keyboard, because rows that are measured late could move the link away from a pointer.
  await nearby.getByRole('link', { name: 'Eindhoven' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`origin=EIN&destination=AUA&date=${search.date}`))
  await expectResults(page)
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue(/Eindhoven/)
})
