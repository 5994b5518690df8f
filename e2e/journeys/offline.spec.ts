import { answerDays, answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('links, forms and searches show a notice and keep the page', async ({ guestPage: page, context }) => {
    await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
    await answerDays(page, {})
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(resultsPath(marketSearch))
    await expectResults(page)
    await context.setOffline(true)
    await expect(page.getByText('You are offline. This page stays open')).toBeVisible()

    const refused = page.getByText('You are offline, and this needs a connection.')
    await page.getByRole('link', { name: 'travel.aw home' }).click()
    await expect(refused).toBeVisible()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(resultsPath(marketSearch))
    await expect(offers(page).first()).toBeVisible()

    await context.setOffline(false)
    await expect(refused).toBeHidden()
    await page.getByRole('link', { name: 'travel.aw home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the results page asks for JavaScript and shows no loading state', async ({ page, appUrl }) => {
    await becomeGuest(page.request, appUrl)
    await page.goto(resultsPath(marketSearch))
    await expect(page.getByRole('heading', { name: 'Results need JavaScript' })).toBeVisible()
    await expect(page.getByText(/Asking/)).toBeHidden()
  })
})
