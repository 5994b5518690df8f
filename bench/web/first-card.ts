import type { Browser, Page } from '@playwright/test'
import { chooseDates, chooseDay, typePlace } from '../../e2e/support/search-form.ts'
import { addDays } from '../../lib/travel/model/offset-time.ts'
import { type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { openGuestContext } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const rounds = 7
const desktop = { width: 1280, height: 900 }
const maxMs = 20_000

type Form = { readonly of: string; fill(page: Page, url: string, day: (more: number) => string): Promise<void> }

const flights: Form = {
  of: 'results',
  async fill(page, url, day) {
    await page.goto(url)
    await typePlace(page, 'From', 'Seattle', /SEA/)
    await typePlace(page, 'To', 'Tokyo Narita', /NRT/)
    await chooseDates(page, day(0), day(5))
  },
}

const forms: readonly Form[] = [
  flights,
  {
    // More than 800 hotels of the sample provider.
    of: 'hotel results',
    async fill(page, url, day) {
      await page.goto(new URL('/hotels', url).href)
      await typePlace(page, 'Where', 'London', /LON/)
      await page.getByRole('button', { name: /^Check in/ }).click()
      await chooseDay(page, day(0))
      await chooseDay(page, day(5))
    },
  },
]

/** The time from submitting a form to the first result on screen, for new searches. */
export async function firstCard(browser: Browser, url: string, session: GuestSession): Promise<Measurement[]> {
  await using context = await openGuestContext(browser, url, session, desktop)
  const page = await context.newPage()
  const lines: Measurement[] = []
  for (const form of forms) {
    const times = (await fillOften(page, url, form)).sort(ascending)
    lines.push(...timesLines({ bench: 'web', subject: form.of, of: 'first card after submit' }, times))
  }
  return lines
}

/** The times of some new searches. */
async function fillOften(page: Page, url: string, { fill }: Form): Promise<number[]> {
  const measured: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const day = (more: number) => addDays(new Date().toISOString().slice(0, 10), 20 + round + more)
    await fill(page, url, day)
    const one = await submit(page)
    // The first search is the warm-up.
    if (round > 0) measured.push(one)
  }
  return measured
}

function submit(page: Page): Promise<number> {
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
        document.querySelector<HTMLButtonElement>('main form button[type="submit"]')?.click()
      }),
    maxMs,
  )
}
