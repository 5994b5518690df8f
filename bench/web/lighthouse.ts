import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '@playwright/test'
import * as z from 'zod'
import { absentLine, type Case, type Measurement } from '../measure.ts'
import { median } from '../statistics.ts'
import { cookiesOfGuest } from './guest-context.ts'
import type { GuestSession } from './guest-session.ts'

const Report = z.union([
  z.object({
    scores: z.record(z.string(), z.number().min(0).max(1)),
    blockingMs: z.number(),
    /** As `blockingMs`, with each task of the main thread as long as its CPU time. */
    blockingCpuMs: z.number(),
    /** The CPU slowdown of the emulated phone, as a multiple of this machine. */
    slowdown: z.number(),
  }),
  z.object({ failed: z.string() }),
])
type Report = z.infer<typeof Report>

const script = join(import.meta.dirname, 'run-lighthouse.mjs')
const auditTimeoutMs = 120_000
const rounds = 3
const mostFailures = 3

export type Audited = {
  readonly bench: string
  readonly subject: string
  readonly url: string
  readonly session: GuestSession
}

/**
 * Measures the four Lighthouse scores (0 to 100), the total blocking time of a first visit with the mobile settings,
 * and the CPU slowdown of the emulated phone, as medians of a few rounds. Performance and blocking time are also
 * measured in CPU time, without the page's waits for a core.
 *
 * @param port the browser's DevTools protocol port
 */
export async function lighthouseScores(audited: Audited, browser: Browser, port: number): Promise<Measurement[]> {
  await signIn(browser, audited)
  const reports: Extract<Report, { scores: object }>[] = []
  for (let failures = 0; reports.length < rounds; ) {
    const report = await audit(audited, port)
    if ('scores' in report) reports.push(report)
    // Retries, because Chromium sometimes loses a trace; a broken page fails every time.
    else if (++failures > mostFailures) return [absentLine(caseOf(audited, 'all'), 'score', report.failed)]
  }
  const found = reports.flatMap(({ scores }) =>
    Object.entries(scores).map(([category, score]) => ({ category, score: Math.round(score * 100) })),
  )
  const n = reports.length
  const blockingMs = median(reports.map(({ blockingMs }) => blockingMs))
  const blockingCpuMs = median(reports.map(({ blockingCpuMs }) => blockingCpuMs))
  const slowdown = median(reports.map(({ slowdown }) => slowdown))
  const others: Measurement[] = [
    { ...caseOf(audited, 'total blocking time'), metric: 'p50', value: blockingMs, unit: 'ms', n },
    { ...caseOf(audited, 'blocking time in CPU time'), metric: 'p50', value: blockingCpuMs, unit: 'ms', n },
    { ...caseOf(audited, 'slowdown of the phone'), metric: 'score', value: slowdown, unit: 'times', n },
  ]
  const scores = [...Map.groupBy(found, ({ category }) => category)].map(
    ([category, scores]): Measurement => ({
      ...caseOf(audited, category),
      metric: 'score',
      value: median(scores.map(({ score }) => score)),
      unit: 'of 100',
      n: scores.length,
    }),
  )
  return [...scores, ...others]
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
