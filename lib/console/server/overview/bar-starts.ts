import { Temporal } from 'temporal-polyfill'
import type { OverviewRange } from '../../model/console-overview.ts'

const bars = {
  '24h': { unit: 'hours', count: 24 },
  '14d': { unit: 'days', count: 14 },
  '90d': { unit: 'weeks', count: 13 },
} as const satisfies Record<OverviewRange, { unit: string; count: number }>

/**
 * The start of each bar, in ms, the oldest first: full hours of UTC, starts of days or Mondays in the reader's time zone. The last
 * bar contains `now`. A day with a clock change has 23 or 25 hours.
 */
export function barStarts(range: OverviewRange, timeZone: string, now: number): number[] {
  const { unit, count } = bars[range]
  const at = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const startBefore = (bars: number): Temporal.ZonedDateTime => {
    if (unit === 'hours') {
      const hour = at.withTimeZone('UTC').round({ smallestUnit: 'hour', roundingMode: 'floor' })
      return hour.subtract({ hours: bars })
    }
    // Subtracts from the date: where a clock change skips midnight, a day starts at 1:00, the days before do not.
    const day = at.toPlainDate().subtract({ days: unit === 'weeks' ? at.dayOfWeek - 1 : 0 })
    return day.subtract({ [unit]: bars }).toZonedDateTime(timeZone)
  }
  return Array.from({ length: count }, (_, index) => startBefore(count - 1 - index).toInstant().epochMilliseconds)
}
