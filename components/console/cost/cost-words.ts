import type { Cost, CostRange } from '#lib/console/model/console-cost.ts'
import { numberFormat } from '#lib/platform/model/formatters.ts'
import { megabytes } from '../system/megabytes.ts'

export const rangeNames: Readonly<Record<CostRange, { readonly short: string; readonly long: string }>> = {
  '1d': { short: 'Today', long: 'today in UTC' },
  '7d': { short: '7 days', long: 'each day in UTC, last 7 days' },
  '14d': { short: '14 days', long: 'each day in UTC, last 14 days' },
  '90d': { short: '90 days', long: 'each day in UTC, last 90 days' },
}

export const measures = ['executions', 'computing_s', 'run_s', 'host_calls', 'bytes', 'tokens'] as const
export type Measure = (typeof measures)[number]

export const measureNames: Readonly<Record<Measure, string>> = {
  executions: 'Executions',
  computing_s: 'Computing',
  run_s: 'Run time',
  host_calls: 'Host calls',
  bytes: 'Traffic',
  tokens: 'Model tokens',
}

const count = (value: number) => numberFormat('en-GB', { maximumFractionDigits: 0 }).format(value)
const seconds = (value: number) =>
  `${numberFormat('en-GB', { maximumFractionDigits: value < 10 ? 2 : 0 }).format(value)} s`

const writers: Readonly<Record<Measure, (value: number) => string>> = {
  executions: count,
  computing_s: seconds,
  run_s: seconds,
  host_calls: count,
  bytes: (value) => megabytes(value / 1_000_000),
  tokens: count,
}

/** "1,234", "12 s" or "unknown". The measured part of a sum begins with "at least". */
export function costText(cost: Cost, measure: Measure): string {
  const value = cost[measure]
  if (value === null) return 'unknown'
  const text = writers[measure](value)
  return measure === 'executions' || cost.unmeasured === 0 ? text : `≥ ${text}`
}

/** A value on the chart's axis. */
export const tickText = (value: number, measure: Measure): string => writers[measure](value)
