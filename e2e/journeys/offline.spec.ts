import { marketStay, staysPath } from '../support/hotels.ts'
import { expectIdleScripts } from '../support/idle-scripts.ts'
import { answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { phone } from '../support/phone.ts'
import { expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test.describe('without a connection, on a phone', () => {
  test.use({ ...phone, expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('rows open, links, forms and searches show a notice, and the page stays', async ({
    guestPage: page,
    context,
  }) => {
    await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
    await page.goto(resultsPath(marketList))
    await expectResults(page)
    await expectIdleScripts(page)
    await context.setOffline(true)
    await expect(page.getByText('You are offline. This page stays open')).toBeVisible()

    // Neither the pointer nor the focus was on a row or a field before.
    const row = offers(page).first()
    await row.getByRole('button', { name: /^Show/ }).press('Enter')
    await expect(row.getByText('Total, taxes included')).toBeVisible()
    await row.getByRole('button', { name: /^Hide/ }).press('Enter')

    const refused = page.getByText('You are offline, and this needs a connection.')
    await page.getByRole('link', { name: 'travel.aw home' }).click()
    await expect(refused).toBeVisible()
    const sheet = page.getByRole('dialog', { name: 'Change the search' })
    await page.getByRole('button', { name: /Change the search/ }).click()
    await page.getByRole('button', { name: /^Travelers and cabin/ }).click()
    const party = page.getByRole('dialog', { name: 'Travelers and cabin' })
    await expect(party.getByText('Adults')).toBeVisible()
    await party.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(resultsPath(marketList))
    await expect(offers(page).first()).toBeVisible()

    // The calendar's script is not loaded yet.
    await page.getByRole('button', { name: /^Depart/ }).click()
    const calendar = page.getByRole('dialog', { name: 'Travel dates' })
    await expect(calendar.getByText('There is no connection. Try again when you are back online.')).toBeVisible()
    await expect(offers(page).first()).toBeVisible()

    await context.setOffline(false)
    await expect(refused).toBeHidden()
    await calendar.getByRole('button', { name: 'Try again' }).click()
    await expect(calendar.getByRole('grid').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.getByRole('link', { name: 'travel.aw home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('without a network, an app on the same machine works, because it answers', async ({ guestPage: page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  await page.getByRole('link', { name: 'travel.aw home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(/^You are offline/)).toHaveCount(0)
})

test.describe('on a network that drops a request', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION_RESET/] })

  test('a page without one of its scripts loads again, and shows its results', async ({ guestPage: page }) => {
    await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
    await page.route('**/_next/static/chunks/turbopack-*.js', (route) => route.abort('connectionreset'), { times: 1 })
    const dropped = page.waitForEvent('requestfailed')
    await page.goto(resultsPath(marketList))
    await dropped
    await expectResults(page)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('search and results pages ask for JavaScript, and show no loading state', async ({ page, appUrl }) => {
    await becomeGuest(page.request, appUrl)
    // Inside noscript, Playwright finds elements by role but not by text.
    const says = (text: string) => page.getByRole('paragraph').filter({ hasText: text })
    for (const path of ['/', '/hotels']) {
      await page.goto(path)
      await expect(says('The search needs JavaScript.')).toBeVisible()
    }
    for (const path of [resultsPath(marketSearch), staysPath(marketStay)]) {
      await page.goto(path)
      const title = page.getByRole('heading', { name: 'Results need JavaScript' })
      await expect(title).toBeVisible()
      await expect(page.getByText(/Asking/)).toBeHidden()
      const text = says('Allow JavaScript for this site')
      const [above, below] = [await title.boundingBox(), await text.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }
  })
})
