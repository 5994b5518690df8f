import type { Browser, Locator, Page } from '@playwright/test'
import { marketHotels, marketStay, staysPath } from '../../e2e/support/hotels.ts'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../../e2e/support/market.ts'
import { resultsPath } from '../../e2e/support/searches.ts'
import { type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { openGuestContext } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const rounds = 6
const desktop = { width: 1280, height: 900 }

declare global {
  /**
   * By interaction id: the milliseconds from the interaction to the frame with its effect. If the browser reports
   * several events for an interaction, the slowest counts.
   */
  var interactionsMs: Map<number, number> | undefined
}

/**
 * A long list and its filter controls. The bench intercepts the search, because no provider returns so many results.
 */
interface LongList {
  readonly subject: string
  readonly size: number
  readonly path: string
  answer(page: Page): Promise<void>
  controls(page: Page): Locator
}

const flights: LongList = {
  subject: 'results',
  size: 999,
  path: resultsPath(marketSearch),
  async answer(page) {
    await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(999) })
    await answerDays(page, {})
  },
  controls: (page) => page.getByRole('checkbox'),
}

const providers = [
  ['flight-search', 'Amadeus'],
  ['flight-search-duffel', 'Duffel'],
  ['third-flights', 'Third'],
] as const

/** The same flights from three providers at different prices, so that each row has three fares. */
const merged: LongList = {
  ...flights,
  subject: 'results of three providers',
  async answer(page) {
    const answers = providers.map(([skill, provider], at) => {
      const price = (index: number) => ({ amount: 900 + ((index * 71 + at * 13) % 1700), currency: 'USD' })
      return { skill, provider, results: marketOffers(999, (index) => ({ provider, price: price(index) })) }
    })
    await answerSearches(page, ...answers)
    await answerDays(page, {})
  },
}

const hotels: LongList = {
  subject: 'hotel results',
  size: 800,
  path: staysPath(marketStay),
  answer: (page) => answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(800) }),
  controls: (page) => page.getByRole('group', { name: 'Quick filters' }).locator('[aria-pressed]'),
}

export const longLists = [flights, merged, hotels]

/** Measures interaction to next paint while filtering a long list: several rounds of clicks on a few controls. */
export async function filtering(
  browser: Browser,
  url: string,
  session: GuestSession,
  { subject, size, path, answer, controls }: LongList,
): Promise<Measurement[]> {
  await using context = await openGuestContext(browser, url, session, desktop)
  const page = await context.newPage()
  await answer(page)
  await page.goto(`${url}${path}`)
  await page.getByRole('article').first().waitFor()
  await page.evaluate(() => {
    const slowest = new Map<number, number>()
    globalThis.interactionsMs = slowest
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('interactionId' in entry) || typeof entry.interactionId !== 'number' || entry.interactionId === 0)
          continue
        slowest.set(entry.interactionId, Math.max(slowest.get(entry.interactionId) ?? 0, entry.duration))
      }
      // The shortest duration that a browser reports. Faster interactions count as this duration.
    }).observe(Object.assign({ type: 'event', buffered: false }, { durationThreshold: 16 }))
  })
  const pressed = controls(page)
  const count = Math.min(await pressed.count(), 8)
  if (count === 0) throw new Error(`${path} has no filters`)
  let clicks = 0
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < count; at++) {
      await pressed.nth(at).click()
      clicks++
    }
  }
  const told = await page.evaluate(() => [...(globalThis.interactionsMs?.values() ?? [])])
  const unseen = Array.from({ length: Math.max(0, clicks - told.length) }, () => 16)
  const one = { bench: 'web', subject, of: 'interaction to next paint, filtering', size }
  return timesLines(one, [...told, ...unseen].sort(ascending))
}
