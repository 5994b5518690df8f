import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { absentLine, type Case, type Measurement } from '../measure.ts'
import { median } from '../statistics.ts'
import type { GuestSession } from './guest-session.ts'

const Report = z.union([
  z.object({ scores: z.record(z.string(), z.number().min(0).max(1).nullable()) }),
  z.object({ failed: z.string() }),
])
type Report = z.infer<typeof Report>

const script = join(import.meta.dirname, 'run-lighthouse.mjs')
const auditTimeoutMs = 120_000
const rounds = 3

export type Audited = { readonly subject: string; readonly url: string; readonly session: GuestSession }

/** Lighthouse's four scores (0 to 100) of a page with its mobile setting, the median of a few rounds. */
export async function lighthouseScores(audited: Audited, port: number): Promise<Measurement[]> {
  const found: { category: string; score: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const report = await audit(audited, port)
    if ('failed' in report) return [absentLine(caseOf(audited.subject, 'all'), 'score', report.failed)]
    for (const [category, score] of Object.entries(report.scores)) {
      if (score !== null) found.push({ category, score: Math.round(score * 100) })
    }
  }
  return [...Map.groupBy(found, ({ category }) => category)].map(([category, scores]) => {
    const one = caseOf(audited.subject, category)
    return {
      ...one,
      metric: 'score',
      value: median(scores.map(({ score }) => score)),
      unit: 'of 100',
      n: scores.length,
    }
  })
}

async function audit({ url, session }: Audited, port: number): Promise<Report> {
  try {
    const args = [script, url, String(port), JSON.stringify(session)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: auditTimeoutMs })
    return Report.parse(JSON.parse(stdout))
  } catch (cause) {
    return { failed: cause instanceof Error ? (cause.message.split('\n').at(-1) ?? cause.message) : String(cause) }
  }
}

const caseOf = (subject: string, category: string): Case => ({ bench: 'web', subject, of: `Lighthouse, ${category}` })
