import type { Browser } from '@playwright/test'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../../e2e/support/market.ts'
import { resultsPath } from '../../e2e/support/searches.ts'
import { type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { openGuestContext } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const offers = 999
const rounds = 6
const desktop = { width: 1280, height: 900 }

declare global {
  /** Milliseconds from each interaction to the frame that shows what it did, as the browser tells them. */
  var interactionsMs: number[] | undefined
}

/**
 * Interaction to next paint while the filters of a long list are changed: every click on a checkbox of the rail. The
 * answer of the search is put in the browser's way, because no provider gives so many offers.
 */
export async function filtering(browser: Browser, url: string, session: GuestSession): Promise<Measurement[]> {
  await using context = await openGuestContext(browser, url, session, desktop)
  const page = await context.newPage()
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(offers) })
  await answerDays(page, {})
  await page.goto(`${url}${resultsPath(marketSearch)}`)
  await page.getByRole('article').first().waitFor()
  await page.evaluate(() => {
    globalThis.interactionsMs = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('interactionId' in entry && entry.interactionId) globalThis.interactionsMs?.push(entry.duration)
      }
      // The least that a browser tells; what is faster counts as this.
    }).observe(Object.assign({ type: 'event', buffered: false }, { durationThreshold: 16 }))
  })
  const boxes = page.getByRole('checkbox')
  const count = Math.min(await boxes.count(), 8)
  let clicks = 0
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < count; at++) {
      await boxes.nth(at).click()
      clicks++
    }
  }
  const told = await page.evaluate(() => globalThis.interactionsMs ?? [])
  const unseen = Array.from({ length: Math.max(0, clicks - told.length) }, () => 16)
  const one = { bench: 'web', subject: 'results', of: 'interaction to next paint, filtering', size: offers }
  return timesLines(one, [...told, ...unseen].sort(ascending))
}
