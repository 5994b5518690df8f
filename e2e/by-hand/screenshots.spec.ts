import type { Page } from '@playwright/test'
import { openFilters } from '../support/filters.ts'
import { expectHotels, openHotelFilters, openMap, staysPath } from '../support/hotels.ts'
import { answerDays, answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { chooseOutbound, expectResults, offers, stateTitle } from '../support/results.ts'
import { dayIn, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

const wide = { width: 1280, height: 900 }
const narrow = { width: 360, height: 780 }

type Look = { viewport: typeof wide; colorScheme: 'light' | 'dark' }

async function take(page: Page, name: string, { viewport, colorScheme }: Look): Promise<void> {
  await page.screenshot({
    path: `docs/screenshots/${name}-${viewport.width}-${colorScheme}.png`,
    animations: 'disabled',
    scale: 'css',
  })
}

async function prepare(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

for (const viewport of [wide, narrow]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = { viewport, colorScheme }

    test(`results and home at ${viewport.width} px, ${colorScheme}`, async ({ guestPage: page }) => {
      await prepare(page, look)
      await page.goto(
        resultsPath({ origin: 'SEA', destination: 'NRT', date: dayIn(42), return_date: dayIn(52), adults: '2' }),
      )
      await expectResults(page)
      await expect(page.getByRole('navigation', { name: 'Prices of other days' }).getByText('…')).toHaveCount(0)
      await take(page, 'results', look)
      await chooseOutbound(page)
      await take(page, 'returns', look)
      await offers(page)
        .nth(1)
        .getByRole('button', { name: /details/ })
        .click()
      await expect(page.getByText('Total, taxes included')).toBeVisible()
      if (viewport === narrow)
        await offers(page)
          .nth(1)
          .evaluate((row) => row.scrollIntoView())
      await take(page, 'details', look)
      await page.goto('/')
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await take(page, 'home', look)
    })
  }
}

for (const viewport of [wide, narrow]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = { viewport, colorScheme }

    test(`hotels at ${viewport.width} px, ${colorScheme}`, async ({ guestPage: page }) => {
      await prepare(page, look)
      const stay = { place: 'AUA', check_in: dayIn(85), check_out: dayIn(93), currency: 'EUR', child_ages: '7' }
      await page.goto(staysPath(stay))
      await expectHotels(page)
      await take(page, 'hotels', look)
      await offers(page)
        .first()
        .getByRole('button', { name: /^Show details/ })
        .click()
      await expect(page.getByText('Asking for every offer')).toHaveCount(0)
      if (viewport === narrow)
        await offers(page)
          .first()
          .evaluate((row) => row.scrollIntoView())
      await take(page, 'hotel-details', look)
      if (viewport === narrow) {
        await openMap(page)
        await take(page, 'hotel-map', look)
      } else {
        await openHotelFilters(page)
        await take(page, 'hotel-filters', look)
      }
      await page.goto('/hotels')
      await take(page, 'home-hotels', look)
    })
  }
}

const one = { skill: 'flight-search', provider: 'Amadeus' }
const two = { skill: 'other-search', provider: 'Duffel' }

/** Each state once in the light theme on a wide screen and once in the dark theme on a narrow one. */
const states: { name: string; show: (page: Page) => Promise<void> }[] = [
  {
    name: 'filters',
    async show(page) {
      await answerSearches(page, { ...one, results: marketOffers(240) })
      await page.goto(resultsPath({ ...marketSearch, price: '-2100', airlines: '-AV', out_departure: '06:00-20:00' }))
      await expect(offers(page).first()).toBeVisible()
      await openFilters(page)
    },
  },
  {
    name: 'best',
    async show(page) {
      await answerSearches(page, { ...one, results: marketOffers(240) })
      await page.goto(resultsPath(marketList))
      await page.getByRole('button', { name: 'How Best is calculated' }).click()
    },
  },
  {
    name: 'filtered-out',
    async show(page) {
      await answerSearches(page, { ...one, results: marketOffers(240) })
      await page.goto(resultsPath({ ...marketSearch, stops: '0', price: '-600', airlines: '-AV' }))
      await expect(stateTitle(page, /^No outbound flight fits/)).toBeVisible()
    },
  },
  {
    name: 'loading',
    async show(page) {
      // The response never arrives, so the screenshot shows the loading state.
      await page.route(/\/api\/search\/flights\?/, () => {})
      await page.goto(resultsPath(marketSearch))
      await expect(page.locator('.skeleton')).toBeVisible()
    },
  },
  {
    name: 'more-results',
    async show(page) {
      const all = marketOffers(90)
      await answerSearches(page, { ...one, results: all.slice(0, 60) }, { ...two, results: all.slice(60) })
      await page.goto(resultsPath(marketSearch))
      await expectMore(page)
    },
  },
  {
    name: 'partial',
    async show(page) {
      await answerSearches(page, { ...one, results: marketOffers(60) }, { ...two, code: 'API_TIMEOUT' })
      await page.goto(resultsPath(marketSearch))
      await expect(page.getByText('This is a partial answer.')).toBeVisible()
    },
  },
  {
    name: 'throttled-partly',
    async show(page) {
      await answerSearches(page, { ...one, results: marketOffers(60) }, { ...two, code: 'API_RATE_LIMITED' })
      await page.goto(resultsPath(marketSearch))
      await expect(page.getByText(/limits how often we may ask\./)).toBeVisible()
    },
  },
  ...(
    [
      ['none-found', { ...one, results: [] }, 'No flights found'],
      ['throttled', { ...one, code: 'API_RATE_LIMITED' }, /limits how often/],
      ['timed-out', { ...one, code: 'API_TIMEOUT' }, /did not answer within/],
      ['down', { ...one, code: 'API_UNAVAILABLE' }, /cannot be reached/],
    ] as const
  ).map(([name, answer, title]) => ({
    name,
    async show(page: Page) {
      await answerSearches(page, answer)
      await page.goto(resultsPath(marketSearch))
      await expect(stateTitle(page, title)).toBeVisible()
    },
  })),
  {
    name: 'invalid',
    async show(page) {
      await page.goto(resultsPath({ ...marketSearch, date: '2020-02-03' }))
      await expect(stateTitle(page, 'Check your search')).toBeVisible()
    },
  },
]

async function expectMore(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /more results$/ }).first()).toBeVisible()
}

for (const { name, show } of states) {
  test(`state: ${name}`, async ({ guestPage: page }) => {
    await answerDays(page, { [-2]: 1010, [-1]: 1180, 1: 940, 2: 1295, 3: 1075 })
    const looks: Look[] = [
      { viewport: wide, colorScheme: 'light' },
      { viewport: narrow, colorScheme: 'dark' },
    ]
    for (const look of looks) {
      await prepare(page, look)
      await show(page)
      await take(page, name, look)
      await page.unroute(/\/api\/search\/flights\?/)
    }
  })
}
