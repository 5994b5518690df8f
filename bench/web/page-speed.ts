import type { Browser, Page } from '@playwright/test'
import { type Case, type Measurement, timesLines } from '../measure.ts'
import { ascending } from '../statistics.ts'
import { openGuestContext } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const rounds = 7
const phone = { width: 412, height: 839 }

/** The browser's measurements of one visit. */
type Visit = { readonly lcpMs: number; readonly cls: number; readonly scriptBytes: number }

/**
 * Measures largest contentful paint, layout shift and compressed JavaScript of a page's first load on a phone's screen.
 * Scripts that the page prefetches while the browser is idle are not part of the first load and are counted separately.
 */
export async function firstLoad(
  browser: Browser,
  subject: string,
  url: string,
  session: GuestSession,
  isReady: (page: Page) => Promise<unknown>,
): Promise<Measurement[]> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url, session, isReady))
  const busy = await visit(browser, url, session, isReady, neverIdle)
  const of = (name: string): Case => ({ bench: 'web', subject, of: name })
  const worstShift = Math.max(...visits.map(({ cls }) => cls))
  const maxScript = Math.max(...visits.map(({ scriptBytes }) => scriptBytes))
  return [
    ...timesLines(of('largest contentful paint'), visits.map(({ lcpMs }) => lcpMs).sort(ascending)),
    { ...of('layout shift'), metric: 'score', value: worstShift, unit: 'at worst', n: rounds },
    { ...of('JavaScript, compressed'), metric: 'size', value: busy.scriptBytes, unit: 'bytes', n: 1 },
    {
      ...of('JavaScript, with what is fetched when idle'),
      metric: 'size',
      value: maxScript,
      unit: 'bytes',
      n: rounds,
    },
  ]
}

const neverIdle = (page: Page) =>
  page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })

async function visit(
  browser: Browser,
  url: string,
  session: GuestSession,
  isReady: (page: Page) => Promise<unknown>,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Visit> {
  await using context = await openGuestContext(browser, url, session, phone)
  const page = await context.newPage()
  await prepare(page)
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(url, { waitUntil: 'load' })
  await isReady(page)
  await page.waitForLoadState('networkidle')
  const { lcpMs, cls } = await page.evaluate(
    () =>
      new Promise<{ lcpMs: number; cls: number }>((resolve) => {
        let lcpMs = 0
        let cls = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) lcpMs = Math.max(lcpMs, entry.startTime)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && typeof entry.value === 'number') cls += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries arrive in a separate task.
        requestAnimationFrame(() => setTimeout(() => resolve({ lcpMs, cls }), 0))
      }),
  )
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  return { lcpMs, cls, scriptBytes }
}
