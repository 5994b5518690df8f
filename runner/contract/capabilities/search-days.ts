import { maxDaysAhead } from './search-defaults.ts'

const dayMs = 86_400_000

/** The first and last day that a search may use. */
export type SearchDays = { readonly first: string; readonly last: string }

/** The searchable days in a time zone where the date is `today`. */
export function daysFrom(today: string): SearchDays {
  return { first: today, last: dayOf(Date.parse(`${today}T00:00:00Z`) + maxDaysAhead * dayMs) }
}

/**
 * The searchable days when the time zone is unknown. The first is today in UTC−12, where a day begins last. The last is
 * `maxDaysAhead` days after today in UTC+14, where a day begins first.
 */
export function daysAnywhere(nowMs: number): SearchDays {
  const hourMs = 3_600_000
  return { first: dayOf(nowMs - 12 * hourMs), last: daysFrom(dayOf(nowMs + 14 * hourMs)).last }
}

/**
 * The earliest day of a flight after one on `day`: the day before, on which a flight eastward across the date line can
 * land. The day of a flight is local to its origin.
 */
export function earliestAfter(day: string): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) - dayMs)
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
