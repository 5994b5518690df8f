import { expectNoViolations } from '../support/axe.ts'
import { newStay, staysPath } from '../support/hotels.ts'
import { answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { expectResults, flightResults, offers, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const one = { skill: 'flight-search', provider: 'Amadeus' }
const two = { skill: 'other-search', provider: 'Duffel' }

test.describe('answers of several sources', () => {
  test('late results are announced in the status line and do not move the row being read', async ({
    guestPage: page,
  }) => {
    const all = marketOffers(90)
    const late = all
      .slice(60)
      .map((offer) => ({ ...offer, provider: 'Duffel', price: { ...offer.price, amount: 500 } }))
    await answerSearches(page, { ...one, results: all.slice(0, 60) }, { ...two, results: late })
    await page.goto(resultsPath({ ...marketSearch, sort: 'price' }))
    await expect(page.getByRole('status').first()).toHaveText(/^20 outbound flights, 10 more results ready/)
    const row = offers(page).first()
    await row.getByRole('button', { name: /^Show outbound details/ }).click()
    const held = offers(page).filter({ has: page.getByRole('button', { name: /^Hide outbound details/ }) })
    await expect(held).toHaveCount(1)
    const top = (await held.boundingBox())?.y ?? 0

    await page
      .getByRole('button', { name: /^Show 10 more results/ })
      .first()
      .click()
    await expect(held).toHaveAttribute('aria-posinset', '11')
    await expect.poll(async () => Math.abs(((await held.boundingBox())?.y ?? 1e6) - top)).toBeLessThan(3)
    await expect(page.getByRole('button', { name: /more results/ })).toHaveCount(0)

    await test.step('when only late results fit the filters, they are listed at once', async () => {
      await page.goto(resultsPath({ ...marketSearch, view: 'list', price: '-500' }))
      await expect(page.getByRole('status').first()).toHaveText(/^10 of 30 flights match/)
    })
  })

  test('when a refresh is throttled, old prices stay, grey and with their age, until a later refresh', async ({
    guestPage: page,
  }) => {
    const tenMinutesAgo = new Date(Date.now() - 10 * 60_000).toISOString()
    await answerSearches(page, { ...one, results: marketOffers(12), fetched_at: tenMinutesAgo })
    await page.clock.install()
    await page.goto(resultsPath(marketSearch))
    await expectResults(page)
    await answerSearches(page, { ...one, code: 'API_RATE_LIMITED' })
    // Returning to the page refreshes old prices too, because a phone has no room for the button.
    await page.clock.runFor(6 * 60_000)
    await page.getByRole('link', { name: 'travel.aw home' }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page.getByText('Sample data limits how often we may ask.')).toBeVisible()
    await expect(page.getByText(/Last update of its prices below/)).toContainText('min ago')
    await expect(offers(page).first()).toHaveClass(/is-old/)
    const ask = page.getByRole('button', { name: 'Ask now' })
    await expect(page.getByText(/It is not known when you can ask again\. Try again later\./)).toBeVisible()
    await expectNoViolations(page, { colorsOf: flightResults(page) })

    await answerSearches(page, { ...one, results: marketOffers(30) })
    await ask.click()
    await expect(page.getByText('Sample data limits how often we may ask.')).toHaveCount(0)
    await expect(offers(page).first()).not.toHaveClass(/is-old/)
  })
})

test('an unexpected answer shows its valid offers and counts the hidden ones, and those that could not be read', async ({
  guestPage: page,
}) => {
  const [script, negative, backwards, twice, late] = marketOffers(15).filter((_, at) => at % 3 === 0)
  if (!script || !negative || !backwards || !twice || !late) throw new Error('expected five offers')
  const [leg] = backwards.legs
  const turned = { ...leg?.segments[0], departure: leg?.arrival, arrival: leg?.departure }
  const results = [
    { ...script, airline: '<img src=x onerror=alert(1)>', id: '<script>\ud800' },
    { ...negative, price: { amount: -5, currency: 'USD' } },
    { ...backwards, legs: [{ ...leg, segments: [turned] }, backwards.legs[1]] },
    twice,
    { ...twice, price: { amount: 1, currency: 'USD' } },
    { ...late, price: { amount: 7, currency: 'JPY' } },
  ]
  await answerSearches(page, { ...one, results })
  await page.goto(resultsPath({ ...marketSearch, sort: 'price' }))
  await expect(page.getByRole('status').first()).toHaveText(/^2 outbound flights/)
  await expect(page.getByText(/^This is a partial answer\. 3 offers are not shown/)).toBeVisible()
  await expect(page.getByText('1 flight in JPY cannot be compared with the others and is not shown.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Search in JPY' })).toHaveAttribute('href', /currency=JPY/)
  await expectNoViolations(page, { colorsOf: flightResults(page) })

  const unread = { results: [], partial: true, unreadable: 3, unknown_airports: ['KTI'] }
  const sentences =
    '3 offers from Sample data could not be read. Our airport data lacks KTI: that is our fault, not a fault of Sample data.'
  await test.step('offers that could not be read are counted above the list, beside the offers of another source', async () => {
    await answerSearches(page, { ...one, results: marketOffers(12) }, { ...two, ...unread })
    await page.goto(resultsPath(marketSearch))
    await expectResults(page)
    await expect(page.getByText(`This is a partial answer. ${sentences}`)).toBeVisible()
    await expect(page.getByText(/cannot be reached/)).toHaveCount(0)
  })

  await test.step('if there are no others, their source is not called unreachable', async () => {
    await answerSearches(page, { ...two, ...unread })
    await page.goto(resultsPath(marketSearch))
    await expect(stateTitle(page, 'No usable flights')).toBeVisible()
    for (const sentence of sentences.split(/(?<=\.) /)) await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByText(/cannot be reached|No airline/)).toHaveCount(0)
  })
})

test('on a slow network, days, the most wanted filters and placeholder rows are shown before the scripts arrive', async ({
  guestPage: page,
}) => {
  await page.route(/\/_next\/static\/.*\.js/, () => {})
  await page.goto(resultsPath(newSearch()), { waitUntil: 'commit' })
  await expect(page.getByRole('navigation', { name: 'Prices of other days' })).toBeVisible()
  await expect(page.locator('.skeleton')).toBeVisible()
  await page.goto(staysPath(newStay()), { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Free cancellation' })).toBeVisible()
  await expect(page.locator('.skeleton')).toBeVisible()
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 500/] })

  test('skeleton rows wait for a delay, and sort tabs for the list, so that neither flashes before an error', async ({
    guestPage: page,
  }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>()
    await page.route(/\/api\/search\/flights\?/, async (route) => {
      ask()
      await failed
      await route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'a sentence' } } })
    })
    // The test controls the time of the page's animations.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
    await page.goto(resultsPath(newSearch()))
    await asked
    const [tabs, rows] = [page.getByRole('tablist'), page.locator('.skeleton')]
    const waitFor = (ms: number) =>
      page.locator('.board').evaluate((board, ms) => {
        for (const animation of board.getAnimations()) animation.currentTime = ms
      }, ms)
    await waitFor(299)
    for (const part of [tabs, rows]) await expect(part).toBeHidden()
    await waitFor(300)
    await expect(rows).toBeVisible()
    await expect(tabs).toBeHidden()
    fail()
    await expect(stateTitle(page, 'The search failed on our side')).toBeVisible()
    for (const part of [tabs, rows]) await expect(part).toBeHidden()
  })
})
