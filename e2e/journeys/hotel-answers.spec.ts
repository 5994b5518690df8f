import { expectNoViolations } from '../support/axe.ts'
import { expectHotels, marketHotels, marketStay, staysPath } from '../support/hotels.ts'
import { answerSearches } from '../support/market.ts'
import { offers, stateTitle } from '../support/results.ts'
import { expect, test } from '../support/test.ts'

const source = { skill: 'hotel-search', provider: 'Amadeus' }

test.describe('an answer about hotels that nobody should believe', () => {
  test('is shown as far as it is safe, and the rest is left out and counted', async ({ guestPage: page }) => {
    const [script, negative, twice, abroad, nowhere, otherDays, link, plain] = marketHotels(8)
    if (!script || !negative || !twice || !abroad || !nowhere || !otherDays || !plain)
      throw new Error('there are seven')
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
    await page.goto(staysPath({ ...marketStay, sort: 'price' }))
    await expect(page.getByRole('status').first()).toHaveText(/^3 hotels/)
    await expect(page.getByText(/^This is a partial answer\. 5 offers are not shown/)).toBeVisible()
    await expect(page.getByText('1 hotel in JPY cannot be compared with EUR and is not shown.')).toBeVisible()
    const row = offers(page).filter({ hasText: '<img src=x onerror=alert(1)>' })
    await expect(row).toHaveCount(1)
    await row.getByRole('button', { name: /^Show details/ }).click()
    await expect(row).toContainText('</style><script>alert(1)</script>')
    await expect(page.locator('a[href^="javascript:"], main script, main img[src="x"]')).toHaveCount(0)
    await expectNoViolations(page)
  })

  test('is said to be of no use when nothing of it can be shown', async ({ guestPage: page }) => {
    const results = marketHotels(2).map((hotel) => ({ ...hotel, price: { amount: 0, currency: 'EUR' } }))
    await answerSearches(page, { ...source, results })
    await page.goto(staysPath(marketStay))
    await expect(stateTitle(page, 'No usable hotels')).toBeVisible()
    await expect(page.getByText('All 2 offers that came are not shown')).toBeVisible()
    await expectNoViolations(page)
  })

  test('in another currency than asked is shown in its own, and said so', async ({ guestPage: page }) => {
    await answerSearches(page, { ...source, results: marketHotels(9) })
    await page.goto(staysPath({ ...marketStay, currency: 'USD' }))
    await expectHotels(page)
    await expect(page.getByText('Prices are in EUR. No source answered in USD.')).toBeVisible()
    await expect(offers(page).first()).toContainText('€')
  })

  test('of many thousand hotels fills neither the page nor its map', async ({ guestPage: page }) => {
    await answerSearches(page, { ...source, results: marketHotels(5000) })
    await page.goto(staysPath(marketStay))
    await expect(offers(page).first()).toHaveAttribute('aria-setsize', /^\d{3,4}$/)
    expect(await offers(page).count()).toBeLessThan(40)
    expect(await page.locator('.map-tag').count()).toBeLessThan(200)
  })
})

test('what only the address asks for is said above the list, and each part can be taken back', async ({
  guestPage: page,
}) => {
  await answerSearches(page, { ...source, results: marketHotels(30) })
  await page.goto(staysPath({ ...marketStay, stars: '4,5', board: 'breakfast', price_max: '300', sort: 'price' }))
  await expectHotels(page)
  const asked = page.getByRole('list', { name: 'Searched only for' })
  await expect(asked.getByRole('link')).toHaveText([
    '4, 5 stars',
    'Breakfast',
    'Up to €300 a room and night, before fees paid there',
  ])
  await expectNoViolations(page)
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
