import { ascending, percentile } from './statistics.ts'

export type Metric = 'p50' | 'p95' | 'p99' | 'cpu' | 'rate' | 'rss' | 'score' | 'size'

/** One measured value; `--json` prints one such object per line. */
export type Measurement = {
  readonly bench: string
  readonly subject: string
  /** The job, for benches with several. */
  readonly of?: string
  /** The job's size, for benches with several: offers or concurrent executions. */
  readonly size?: number
  readonly metric: Metric
  /** Null if the subject is absent or failed. */
  readonly value: number | null
  readonly unit: 'ms' | '/s' | 'bytes' | 'of 100' | 'times' | 'at worst'
  /** The number of samples. */
  readonly n: number
  /** The reason for a missing value. */
  readonly absent?: string
}

/** What a run of processes under load found: its lines, and whether all that it promises held. */
export type Report = { readonly lines: readonly string[]; readonly held: boolean }

export type Case = Pick<Measurement, 'bench' | 'subject' | 'of' | 'size'>

const units = {
  p50: 'ms',
  p95: 'ms',
  p99: 'ms',
  cpu: 'ms',
  rate: '/s',
  rss: 'bytes',
  score: 'of 100',
  size: 'bytes',
} as const
const metrics = ['p50', 'p95', 'p99', 'cpu', 'rate', 'rss', 'size'] as const

/** The lines for the measured values of one case. */
export function linesOf(one: Case, n: number, values: Readonly<Record<string, number>>): Measurement[] {
  return metrics.flatMap((metric) => {
    const value = values[metric]
    return value === undefined ? [] : [{ ...one, metric, value, unit: units[metric], n }]
  })
}

/** The line for a case without a measurement. */
export function absentLine(one: Case, metric: Metric, reason: string): Measurement {
  return { ...one, metric, value: null, unit: units[metric], n: 0, absent: reason }
}

/** The lines for single times in milliseconds, in ascending order. */
export function timesLines(one: Case, times: readonly number[]): Measurement[] {
  return linesOf(one, times.length, { p50: percentile(times, 0.5), p95: percentile(times, 0.95) })
}

/** The time of each run in milliseconds, ascending, and the total. */
export type Times = { readonly each: readonly number[]; readonly totalMs: number }

/** Runs `work` `n` times with `atOnce` concurrent runs. The time of `before`, run before each, is in the total only. */
export async function timesOf(
  n: number,
  atOnce: number,
  work: () => unknown,
  before?: () => Promise<void>,
): Promise<Times> {
  const each: number[] = []
  let begun = 0
  const lane = async () => {
    while (begun++ < n) {
      if (before) await before()
      const started = performance.now()
      await work()
      each.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: Math.min(n, atOnce) }, lane))
  const totalMs = performance.now() - started
  return { each: each.sort(ascending), totalMs }
}

export function valuesOf({ each, totalMs }: Times): { p50: number; p99: number; rate: number } {
  return { p50: percentile(each, 0.5), p99: percentile(each, 0.99), rate: (each.length / totalMs) * 1000 }
}

/** The concurrency for measuring the rate, high enough to keep the subject busy. */
export const pipelined = 256
