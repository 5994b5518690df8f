import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import * as z from 'zod'
import { absentLine, type Case, type Measurement } from '../measure.ts'
import { median } from '../statistics.ts'
import { cookiesOfGuest } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const Scored = z.object({ scores: z.record(z.string(), z.number().min(0).max(1)), blockingMs: z.number() })

const Report = z.union([
  z.object({
    /** With Lighthouse's default slowdown of 4, for any machine. */
    byDefault: Scored,
    /** With `slowdown`. */
    asPhone: Scored,
    /** As `asPhone`, with each task of the main thread as long as its CPU time. */
    inCpuTime: Scored,
    /** The CPU slowdown that makes this machine as slow as the emulated phone. */
    slowdown: z.number(),
  }),
  z.object({ failed: z.string() }),
])
type Report = z.infer<typeof Report>
type Reading = Exclude<keyof Extract<Report, { slowdown: number }>, 'slowdown'>

/** Suffixes of the metrics' names. */
const readings: Readonly<Record<Reading, string>> = {
  byDefault: '',
  asPhone: ", at the phone's speed",
  inCpuTime: ", at the phone's speed in CPU time",
}

const script = join(import.meta.dirname, 'run-lighthouse.mjs')
const auditTimeoutMs = 120_000
const rounds = 3
const maxFailures = 3

type Audited = {
  readonly bench: string
  readonly subject: string
  readonly url: string
  readonly session: GuestSession
}

/**
 * Measures the four Lighthouse scores (0 to 100) and the total blocking time of a first visit with the default mobile
 * settings, as medians of a few rounds. Performance and blocking time are also measured with a slowdown that makes this
 * machine as slow as the emulated phone: by the clock, and in CPU time without the page's waits for a core.
 *
 * @param port the browser's DevTools protocol port
 */
export async function lighthouseScores(audited: Audited, browser: Browser, port: number): Promise<Measurement[]> {
  await signIn(browser, audited)
  const reports: Extract<Report, { slowdown: number }>[] = []
  for (let failures = 0; reports.length < rounds; ) {
    const report = await audit(audited, port)
    if ('slowdown' in report) reports.push(report)
    // Retries, because Chromium sometimes loses a trace; a broken page fails every time.
    else if (++failures > maxFailures) return [absentLine(caseOf(audited, 'all'), 'score', report.failed)]
  }
  const n = reports.length
  const score = (of: string, value: number, unit: Measurement['unit']): Measurement => ({
    ...caseOf(audited, of),
    metric: 'score',
    value,
    unit,
    n,
  })
  const categories = Object.keys(reports[0]?.byDefault.scores ?? {})
  const scoreOf = (category: string, reading: Reading) =>
    score(
      `${category}${readings[reading]}`,
      median(reports.map((report) => Math.round((report[reading].scores[category] ?? 0) * 100))),
      'of 100',
    )
  const blockingOf = (reading: Reading): Measurement => ({
    ...caseOf(audited, `total blocking time${readings[reading]}`),
    metric: 'p50',
    value: median(reports.map((report) => report[reading].blockingMs)),
    unit: 'ms',
    n,
  })
  return [
    ...categories.map((category) => scoreOf(category, 'byDefault')),
    scoreOf('performance', 'asPhone'),
    scoreOf('performance', 'inCpuTime'),
    blockingOf('byDefault'),
    blockingOf('asPhone'),
    blockingOf('inCpuTime'),
    score('slowdown of the phone', median(reports.map(({ slowdown }) => slowdown)), 'times'),
  ]
}

/** Sets the session's cookies in the browser, because Lighthouse opens its own page there. */
async function signIn(browser: Browser, { url, session }: Audited): Promise<void> {
  const protocol = await browser.newBrowserCDPSession()
  await protocol.send('Storage.clearCookies')
  await protocol.send('Storage.setCookies', { cookies: cookiesOfGuest(session, url) })
  await protocol.detach()
}

async function audit({ url, session: { cookie: _, ...headers } }: Audited, port: number): Promise<Report> {
  const args = [script, url, String(port), JSON.stringify(headers)]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: auditTimeoutMs })
    return Report.parse(JSON.parse(stdout))
  } catch (cause) {
    return { failed: whyNot(cause) }
  }
}

function whyNot(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  if ('killed' in cause && cause.killed) return `No report within ${auditTimeoutMs / 1000} s`
  const lines = ('stderr' in cause ? String(cause.stderr) : '').split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? cause.message
}

const caseOf = ({ bench, subject }: Audited, category: string): Case => ({
  bench,
  subject,
  of: `Lighthouse, ${category}`,
})
