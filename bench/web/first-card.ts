import type { Browser, Page } from '@playwright/test'
import { chooseDates, typePlace } from '../../e2e/support/search-form.ts'
import { addDays } from '../../lib/travel/offset-time.ts'
import { type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { openGuestContext } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const rounds = 7
const desktop = { width: 1280, height: 900 }
const mostMs = 20_000

/** The time from submitting the home page's form to the first result on screen, for new searches. */
export async function firstCard(browser: Browser, url: string, session: GuestSession): Promise<Measurement[]> {
  await using context = await openGuestContext(browser, url, session, desktop)
  const page = await context.newPage()
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const ms = await searchOnce(page, url, 20 + round)
    // The first search is the warm-up.
    if (round > 0) times.push(ms)
  }
  return timesLines({ bench: 'web', subject: 'results', of: 'first card after submit' }, times.sort(ascending))
}

async function searchOnce(page: Page, url: string, days: number): Promise<number> {
  const day = (more: number) => addDays(new Date().toISOString().slice(0, 10), days + more)
  await page.goto(url)
  await typePlace(page, 'From', 'Seattle', /SEA/)
  await typePlace(page, 'To', 'Tokyo Narita', /NRT/)
  await chooseDates(page, day(0), day(5))
  return page.evaluate(
    (limitMs) =>
      new Promise<number>((resolve, reject) => {
        const sentAt = performance.now()
        setTimeout(() => reject(new Error('No result appeared on screen')), limitMs)
        new MutationObserver((_, observer) => {
          if (!document.querySelector('article')) return
          observer.disconnect()
          // The frame with the result is drawn before the next task runs.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - sentAt), 0))
        }).observe(document.body, { childList: true, subtree: true })
        document.querySelector<HTMLButtonElement>('form button[type="submit"]')?.click()
      }),
    mostMs,
  )
}
