import type { ConsoleOverview, OverviewRange } from '#lib/console/model/console-overview.ts'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'

export const shortRangeNames: Readonly<Record<OverviewRange, string>> = {
  '24h': '24 hours',
  '14d': '14 days',
  '90d': '90 days',
}

export const rangeNames: Readonly<Record<OverviewRange, string>> = {
  '24h': 'each hour, last 24 hours',
  '14d': 'each day, last 14 days',
  '90d': 'each week from Monday, last 13 weeks',
}

/** The period that a bar covers. */
export const barNames: Readonly<Record<OverviewRange, string>> = { '24h': 'Hour', '14d': 'Day', '90d': 'Week' }

/** The label of the bar that begins at `from`: "14:00", "Fri 20", or "16 Nov" for a week. */
export function barLabel(
  from: string,
  { range, time_zone: timeZone }: Pick<ConsoleOverview, 'range' | 'time_zone'>,
  locale: string,
): string {
  const write = (parts: Intl.DateTimeFormatOptions) =>
    dateTimeFormat(locale, { ...parts, timeZone }).format(new Date(from))
  if (range === '24h') return write({ hour: 'numeric', minute: '2-digit' })
  const day = write({ day: 'numeric' })
  if (range === '90d') return `${day} ${write({ month: 'short' })}`
  return `${write({ weekday: 'short' })} ${day}`
}

/** "1.4%"; an en dash when nothing ran. */
export function errorRate({ executions, failed }: { executions: number; failed: number }): string {
  return executions === 0 ? '–' : `${((failed / executions) * 100).toFixed(1)}%`
}
