import { openFilters } from '../support/filters.ts'
import { marketHotels, marketStay, openMap, staysPath } from '../support/hotels.ts'
import { passMoment } from '../support/later.ts'
import { answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { chooseOutbound, expectResults } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const phone = { width: 360, height: 780 }
const desktop = { width: 1280, height: 900 }

test.beforeEach(async ({ guestPage: page }) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(60) })
})

test('Back closes an open sheet and keeps the filters set in it', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  const filters = await openFilters(page)
  await page.goBack()
  await expect(filters).toBeHidden()
  await expect(page).toHaveURL(resultsPath(marketSearch))

  await openFilters(page)
  await filters.getByRole('checkbox', { name: /^1 stop/ }).uncheck()
  await expect(page).toHaveURL(/stops=/)
  await page.goBack()
  await expect(filters).toBeHidden()
  await expect(page).toHaveURL(/stops=/)
  await page.goBack()
  await expect(page).toHaveURL(resultsPath(marketSearch))
  await expectResults(page)

  // Closing the sheet by its button leaves no history entry.
  await openFilters(page)
  await filters.getByRole('button', { name: 'Close' }).click()
  await expect(filters).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/')

  await test.step('Back closes the map and the search sheet, and stays on the results', async () => {
    await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(12) })
    await page.goto(staysPath(marketStay))
    await expect(page.getByRole('article').first()).toBeVisible()
    await openMap(page)
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Map' })).toBeHidden()
    await page.getByRole('button', { name: /Change the search/ }).click()
    await expect(page.getByRole('dialog', { name: 'Change the search' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Change the search' })).toBeHidden()
    await expect(page).toHaveURL(staysPath(marketStay))
  })
})

test('a changed form warns that the results are old; Back undoes the choice of an outbound, filters and sort order step by step before it leaves the results', async ({
  page,
}) => {
  await page.setViewportSize(desktop)
  await page.goto('/')
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  const note = page.getByText('These results are for your previous search.')
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Swap from and to' }).click()
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Swap from and to' }).click()
  await expect(note).toBeHidden()

  const filters = await openFilters(page)
  await filters.getByRole('checkbox', { name: /^1 stop/ }).uncheck()
  await expect(page).toHaveURL(/stops=/)
  await passMoment(page)
  await page.getByRole('combobox', { name: 'Sort order' }).selectOption('Cheapest')
  await expect(page).toHaveURL(/sort=price/)
  await chooseOutbound(page)
  await expect(page).toHaveURL(/out=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/out=/)
  await expect(page.getByRole('heading', { name: /^Outbound(?! flights)/ })).toBeFocused()
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(page).toHaveURL(/stops=/)
  await page.goBack()
  await expect(page).toHaveURL(resultsPath(marketSearch))
  await expect(filters.getByRole('checkbox', { name: /^1 stop/ })).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL('/')
})
