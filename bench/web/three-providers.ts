import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { startLiveProviders } from '../../e2e/support/live-providers.ts'
import { createPlaces } from '../../lib/travel/server/places/places.ts'
import { type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { fillOften, flights } from './first-card.ts'
import { openGuestContext } from './guest-context.ts'
import { startGuestSession } from './guest-session.ts'
import { type CopiedSkill, installWithSkill } from './installation.ts'
import { openApp } from './open-app.ts'

const desktop = { width: 1280, height: 900 }
const maxMs = 20_000

const third = { host: 'api.third.example', secret: 'THIRD_ACCESS_TOKEN' }
const thirdSkill: CopiedSkill = {
  of: 'flight-search-duffel',
  name: 'third-flights',
  replace: { 'api.duffel.com': third.host, DUFFEL_ACCESS_TOKEN: third.secret, Duffel: 'Third' },
}

/** The providers in the order of their answers. */
const answers = [
  { provider: 'Duffel', afterMs: 1000 },
  { provider: 'Third', afterMs: 2000 },
  { provider: 'Amadeus', afterMs: 3000 },
] as const
const [first, second, last] = answers

/** The measurements of a later provider, in milliseconds and px. */
type Later = {
  /** From submit to the notice that offers its results, on screen. */
  readonly offeredMs: number
  /** From the click on the notice's button to a row with the provider, on screen. */
  readonly listedMs: number
  /** How far visible rows moved until the notice offered the provider's results. */
  readonly movedPx: number
  /** How far the row being read moved when the provider's results were added. */
  readonly readMovedPx: number
}
type Visit = { readonly firstMs: number; readonly second: Later; readonly last: Later }

/**
 * Measures new searches with three configured providers that answer after one, two and three seconds. A traveler
 * scrolls the first provider's results, and adds those of each later provider when the page offers them.
 */
export async function threeProviders(browser: Browser): Promise<Measurement[]> {
  await using providers = await startLiveProviders(createPlaces(), {
    duffel: () => delay(first.afterMs),
    amadeus: () => delay(last.afterMs),
    // The cheapest provider, so that its rows belong above the row being read.
    more: [{ ...third, turn: () => delay(second.afterMs), difference: { priceFactor: 0.95, withoutEach: 1 } }],
  })
  await using app = await openApp(providers.env, { install: (folder) => installWithSkill(folder, thirdSkill) })
  const session = await startGuestSession(app.url, '10.2.0.2')
  await using context = await openGuestContext(browser, app.url, session, desktop)
  const visits = await fillOften(await context.newPage(), app.url, flights, visit)
  const of = (name: string) => ({ bench: 'web', subject: flights.of, of: name })
  const times = (name: string, ms: (visit: Visit) => number) => timesLines(of(name), visits.map(ms).sort(ascending))
  const worst = (name: string, px: (visit: Visit) => number): Measurement => ({
    ...of(name),
    metric: 'score',
    value: Math.max(...visits.map(px)),
    unit: 'at worst',
    n: visits.length,
  })
  return [
    ...times('first card after the first of three providers', ({ firstMs }) => firstMs - first.afterMs),
    ...times('results offered after the second of three providers', (one) => one.second.offeredMs - second.afterMs),
    ...times('results offered after the last of three providers', (one) => one.last.offeredMs - last.afterMs),
    ...times('card of the second of three providers, after the press', (one) => one.second.listedMs),
    ...times('card of the last of three providers, after the press', (one) => one.last.listedMs),
    worst('px that rows moved before the press', (one) => Math.max(one.second.movedPx, one.last.movedPx)),
    worst('px that the row being read moved', (one) => Math.max(one.second.readMovedPx, one.last.readMovedPx)),
  ]
}

/** Submits the filled form and adds the results of all providers. */
function visit(page: Page): Promise<Visit> {
  return page.evaluate(
    async ({ limitMs, names: [firstName, secondName, lastName] }): Promise<Visit> => {
      const sentAt = performance.now()
      const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
      const shown = (what: string, isThere: () => boolean) =>
        new Promise<void>((resolve, reject) => {
          const limit = setTimeout(() => reject(new Error(`${what} did not appear on screen`)), limitMs)
          const observer = new MutationObserver(() => look())
          const look = () => {
            if (!isThere()) return
            observer.disconnect()
            clearTimeout(limit)
            // The frame with the change is drawn before the next task runs.
            resolve(frame())
          }
          observer.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
          look()
        })
      const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
      const tops = () =>
        new Map(rows().map((row) => [row.dataset.row, Math.round(row.getBoundingClientRect().top)] as const))
      const visible = () => new Map([...tops()].filter(([, top]) => top >= 0 && top < innerHeight))
      /** A row that disappeared counts as moved by a whole screen. */
      const moved = (before: ReadonlyMap<string | undefined, number>) => {
        const now = tops()
        return Math.max(...[...before].map(([key, top]) => Math.abs((now.get(key) ?? innerHeight + top) - top)))
      }
      const more = () => document.querySelector<HTMLButtonElement>('.status-more button')
      const settle = async () => {
        for (let at = 0; at < 20; at++) await frame()
      }
      const takeIn = async (provider: string, count: number): Promise<Later> => {
        const before = visible()
        const answered = () => document.querySelectorAll('.status-sources .is-answered').length
        await shown(`The offer of ${provider}'s results`, () => answered() >= count && more() !== null)
        const offeredMs = performance.now() - sentAt
        const movedPx = moved(before)
        // In a scrolled list, the first row on screen is the one being read.
        const read = rows().find((row) => row.getBoundingClientRect().bottom > 0)
        const place = new Map([[read?.dataset.row, Math.round(read?.getBoundingClientRect().top ?? 0)]])
        const pressedAt = performance.now()
        more()?.click()
        await shown(`A row of ${provider}`, () => rows().some((row) => row.textContent.includes(provider)))
        const listedMs = performance.now() - pressedAt
        await settle()
        return { offeredMs, listedMs, movedPx, readMovedPx: moved(place) }
      }
      document.querySelector<HTMLButtonElement>('main form button[type="submit"]')?.click()
      await shown('A result', () => rows().length > 0)
      const firstMs = performance.now() - sentAt
      // Only the rows of whole trips name their provider.
      document.querySelector<HTMLButtonElement>('.steps button[aria-pressed="false"]')?.click()
      await shown(`A row of ${firstName}`, () => rows().some((row) => row.textContent.includes(firstName)))
      scrollBy({ top: (rows()[2]?.getBoundingClientRect().top ?? 0) + 20, behavior: 'instant' })
      await settle()
      return { firstMs, second: await takeIn(secondName, 2), last: await takeIn(lastName, 3) }
    },
    { limitMs: maxMs, names: [first.provider, second.provider, last.provider] as const },
  )
}
