import type { ConsoleOverview, OverviewRange } from '#lib/console/model/console-overview.ts'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'

type RangeNames = { readonly short: string; readonly long: string; readonly bar: string }

/** The names of the ranges, and of the period that a bar covers. */
export const rangeNames: Readonly<Record<OverviewRange, RangeNames>> = {
  '24h': { short: '24 hours', long: 'each hour, last 24 hours', bar: 'Hour' },
  '14d': { short: '14 days', long: 'each day, last 14 days', bar: 'Day' },
  '90d': { short: '90 days', long: 'each week from Monday, last 13 weeks', bar: 'Week' },
}

/** The label of the bar that begins at `from`: "14:00", "Fri 20", or "16 Nov" for a week. */
export function barLabel(
  from: string,
  { range, time_zone: timeZone }: Pick<ConsoleOverview, 'range' | 'time_zone'>,
): string {
  const write = (parts: Intl.DateTimeFormatOptions) =>
    dateTimeFormat('en-GB', { ...parts, timeZone }).format(new Date(from))
  if (range === '24h') return write({ hour: '2-digit', minute: '2-digit' })
  const day = write({ day: 'numeric' })
  if (range === '90d') return `${day} ${write({ month: 'short' })}`
  return `${write({ weekday: 'short' })} ${day}`
}

/** "1.4%"; an en dash when nothing ran. */
export function errorRate({ executions, failed }: { executions: number; failed: number }): string {
  return executions === 0 ? '–' : `${((failed / executions) * 100).toFixed(1)}%`
}
