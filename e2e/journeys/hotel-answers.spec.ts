import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expectHotels, marketHotels, marketStay, openHotelFilters, openMap, staysPath } from '../support/hotels.ts'
import { answerSearches } from '../support/market.ts'
import { amountBeside, hotelResults, offers } from '../support/results.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

/** Fakes the exchange rates per euro. Null: there are none. */
async function answerRates(page: Page, rates: Record<string, number> | null): Promise<void> {
  const known = rates && { date: '2026-11-19', base: 'EUR', rates, data: 'live', source: 'bank.example' }
  await page.route('**/api/rates', (route) => route.fulfill({ json: { rates: known } }))
}

const source = { skill: 'hotel-search', provider: 'Amadeus' }

test.describe('a page of hotel results', () => {
  test('shows the valid offers of an answer and counts the hidden ones', async ({ guestPage: page }) => {
    const [script, negative, twice, abroad, nowhere, otherDays, link, plain] = marketHotels(8)
    if (!script || !negative || !twice || !abroad || !nowhere || !otherDays || !link || !plain)
      throw new Error('expected eight hotels')
    const yen = (amount: number) => ({ amount, currency: 'JPY' })
    await answerSearches(page, {
      ...source,
      results: [
        {
          ...script,
          id: '<script>\ud800',
          name: '<img src=x onerror=alert(1)>\u202e\ud800',
          room: { text: '</style><script>alert(1)</script>' },
        },
        { ...negative, price: { amount: -5, currency: 'EUR' } },
        twice,
        { ...twice, price: { amount: 1, currency: 'EUR' } },
        {
          ...abroad,
          price: yen(7),
          price_per_night: yen(2),
          price_parts: [{ kind: 'room', included: true, price: yen(7) }],
        },
        { ...nowhere, location: { lat: 999, lon: 0 } },
        { ...otherDays, check_in: '2020-01-01', check_out: '2020-01-04' },
        { ...link, booking_url: 'javascript:alert(1)' },
        plain,
      ],
    })
    await answerRates(page, null)
    await page.goto(staysPath({ ...marketStay, sort: 'price' }))
    await expect(page.getByRole('status').first()).toHaveText(/^4 sample hotels/)
    await expect(page.getByText(/^This is a partial answer\. 5 offers are not shown/)).toBeVisible()
    await page.getByRole('button', { name: /About these prices$/ }).click()
    await expect(
      page.getByText('1 hotel in JPY cannot be compared with the others and is listed below them.'),
    ).toBeVisible()
    const row = offers(page).filter({ hasText: '<img src=x onerror=alert(1)>' })
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: /^Show details/ }).click()
    await expect(row).toContainText('</style><script>alert(1)</script>')
    await expect(page.locator('a[href^="javascript:"], main script, main img[src="x"]')).toHaveCount(0)
    await expectNoViolations(page, { colorsOf: hotelResults(page) })
  })

  test('with a charge in another currency shows one total, converted and marked “about”, with its parts beneath', async ({
    guestPage: page,
  }) => {
    const [taxed, dear, dollars] = marketHotels(3).map((hotel) => ({ ...hotel, rooms: 2 }))
    if (!taxed || !dear || !dollars) throw new Error('expected three hotels')
    const usd = { amount: 400, currency: 'USD' }
    const cityTax = { kind: 'tax', included: false, text: 'City tax', price: { amount: 12, currency: 'USD' } }
    await answerSearches(page, {
      ...source,
      results: [
        { ...taxed, unpriced_charges: [cityTax] },
        dear,
        { ...dollars, price: usd, price_parts: [{ kind: 'room', included: true, price: usd }] },
      ],
    })
    await answerRates(page, { USD: 1.2 })
    await page.goto(staysPath({ ...marketStay, rooms: '2', sort: 'price' }))
    await expect(page.getByRole('status').first()).toHaveText(/^3 sample hotels/)
    const row = offers(page).filter({ hasText: 'Number 0' })
    await expect(row).toContainText('€240 for the booking+ $12.00 city tax at the hotel')
    await expect(row).toContainText('€80 a night for 2 rooms')
    await expect(row).toHaveAccessibleName(/, about €250 total$/)
    const map = await openMap(page)
    await expect(map.getByRole('button', { name: /about €250 total/ })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: /^Show details/ }).click()
    await expect(amountBeside(row, /^Total/)).toHaveText('about €250')
    await expectNoViolations(page, { colorsOf: row })

    await test.step('without a rate, the total stays in its currencies and comes last', async () => {
      await answerRates(page, null)
      await page.goto(staysPath({ ...marketStay, rooms: '2', sort: 'price' }))
      await expect(row).toHaveAccessibleName(/, €240 \+ \$12\.00 total$/)
      await expect(row).toContainText('€240 for the booking+ $12.00 city tax at the hotel')
      await expect(offers(page).first()).not.toContainText('Number 0')
    })
  })

  test('in several currencies keeps the offered prices and compares them at reference rates, marked “about”; the counts of all filter options stay aligned beside the long prices', async ({
    guestPage: page,
  }) => {
    await answerSearches(page, { ...source, results: inTwoCurrencies() })
    await answerRates(page, { USD: 1.3 })
    await page.goto(staysPath({ ...marketStay, sort: 'price' }))
    await page.getByRole('button', { name: /About these prices$/ }).click()
    await expect(
      page.getByText(
        /1 hotel in USD is converted to \w{3} for comparison only \(reference rates of [^)]*, bank\.example\)/,
      ),
    ).toBeVisible()
    const converted = offers(page).first()
    await expect(converted).toHaveAccessibleName(/, \$1,300 total$/)
    await expect(converted).toContainText('about €1,000 in total, for comparison')
    await expect(offers(page).last()).not.toContainText('about')
    await expectNoViolations(page, { colorsOf: hotelResults(page) })

    const sheet = await openHotelFilters(page)
    await expect(sheet.getByText('about €1,000').first()).toBeVisible()
    const counts = sheet.locator('.option-count')
    const ends = await counts.evaluateAll((all) => all.map((count) => Math.round(count.getBoundingClientRect().right)))
    expect(ends.length).toBeGreaterThan(3)
    expect(new Set(ends).size).toBe(1)
  })

  test('in several currencies appears once the rates are there, so that they move no row', async ({
    guestPage: page,
  }) => {
    // The page waits for the rates for a limited time, which a slow machine could exceed here.
    await page.addInitScript(() => {
      const { setTimeout: start } = window
      Object.assign(window, {
        setTimeout: (run: TimerHandler, ms = 0, ...args: unknown[]) => ms !== 2000 && start(run, ms, ...args),
      })
    })
    const rates = Promise.withResolvers<void>()
    await page.route('**/api/rates', async (route) => {
      await rates.promise
      await route.continue()
    })
    await answerSearches(page, { ...source, results: inTwoCurrencies() })
    try {
      await page.goto(staysPath({ ...marketStay, sort: 'price' }))
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/search/hotels')),
      )
      // Until then, the page has rendered the answer.
      for (let n = 0; n < 3; n++) await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
      expect(await offers(page).count()).toBe(0)
    } finally {
      rates.resolve()
    }
    await expectHotels(page)
  })
})

/** A hotel in euros and one in dollars. The amount in dollars is higher, but converted it is lower. */
function inTwoCurrencies() {
  const [euros, dollars] = marketHotels(2)
  if (!euros || !dollars) throw new Error('expected two hotels')
  const pricedAt = (price: { amount: number; currency: string }) => ({
    price,
    price_parts: [{ kind: 'room', included: true, price }],
  })
  return [
    { ...euros, ...pricedAt({ amount: 1200, currency: 'EUR' }) },
    { ...dollars, ...pricedAt({ amount: 1300, currency: 'USD' }) },
  ]
}

test('“I meet a condition” brings in conditional rates, named; “Refundable until” shows the rate that fits; the page says that a source sent only some rates', async ({
  guestPage: page,
}) => {
  const results = marketHotels(4).flatMap((hotel, at) => {
    const priced = (id: string, amount: number, fields: object) => {
      const price = { amount, currency: 'EUR' }
      return { ...hotel, id: `${id}${at}`, price, price_parts: [{ kind: 'room', included: true, price }], ...fields }
    }
    const until = (day: number) => ({ kind: 'free', until: `${dayIn(day)}T18:00:00+01:00`, penalties: [] })
    return [
      priced('senior', 150, { rate: { audience: 'conditional', text: 'SENIOR DISCOUNT' } }),
      priced('early', 200 + at, { cancellation: until(50) }),
      priced('late', 300 + at, { cancellation: until(58) }),
    ]
  })
  await answerSearches(page, { ...source, results, hotels_with_fewer_rates: 3 })
  await page.goto(staysPath({ ...marketStay, sort: 'price' }))
  await expectHotels(page)
  await page.getByRole('button', { name: /About these prices$/ }).click()
  await expect(page.getByText(/^Sample data sent only the cheapest rates of 3 hotels\./)).toBeVisible()
  const row = offers(page).first()
  await expect(row).toHaveAccessibleName(/, €200 total$/)

  const sheet = await openHotelFilters(page)
  const meets = sheet.getByRole('checkbox', { name: /^I meet a condition/ })
  await meets.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/conditions=1/)
  await sheet.getByRole('button', { name: 'Show 4 hotels' }).click()
  await expect(row).toHaveAccessibleName(/, €150 total$/)
  await expect(row).toContainText('For guests who meet a condition: Senior discount')

  await openHotelFilters(page)
  await meets.uncheck()
  const until = sheet.getByRole('slider', { name: 'Refundable until, at the earliest' })
  await until.press('PageDown')
  await expect(page).toHaveURL(/free_days=6/)
  await expectNoViolations(page, { colorsOf: sheet })
  await sheet.getByRole('button', { name: 'Show 4 hotels' }).click()
  await expect(row).toHaveAccessibleName(/, €300 total$/)
})

test('search limits from the URL are listed above the results, and each can be removed', async ({
  guestPage: page,
}) => {
  await answerSearches(page, { ...source, results: marketHotels(30) })
  await page.goto(staysPath({ ...marketStay, stars: '4,5', board: 'breakfast', price_max: '300', sort: 'price' }))
  await expectHotels(page)
  const asked = page.getByRole('list', { name: 'Search limited to' })
  await expect(asked.getByRole('link')).toHaveText([
    '4, 5 stars',
    'Breakfast',
    'Up to €300 a room and night, before fees paid on site',
  ])
  await expectNoViolations(page, { colorsOf: asked })
  await asked.getByRole('link', { name: /^4, 5 stars/ }).click()
  await expect(page).not.toHaveURL(/stars=/)
  await expect(page).toHaveURL(/board=breakfast/)
  await expect(page).toHaveURL(/sort=price/)
  await asked.getByRole('link', { name: /^Up to/ }).click()
  await expect(page).not.toHaveURL(/price_max=/)
  await asked.getByRole('link', { name: /^Breakfast/ }).click()
  await expect(asked).toHaveCount(0)
  await expectHotels(page)
})
