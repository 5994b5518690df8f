/** A search can be at most this many days ahead; schedules are not published further out. */
export const maxDaysAhead = 365

const dayMs = 86_400_000

/** The days that a search may name. */
export type SearchDays = { readonly first: string; readonly last: string }

/** A day of a search, with the name of the field that holds it. */
export type NamedDay = readonly [field: string, day: string]

/** The days of a search where it is `today`. */
export function daysFrom(today: string): SearchDays {
  return { first: today, last: dayOf(Date.parse(`${today}T00:00:00Z`) + maxDaysAhead * dayMs) }
}

/** The days of a search that may be anywhere: the first is today in the last zone to reach it, UTC−12; the first zone is UTC+14. */
export function daysAnywhere(nowMs: number): SearchDays {
  const hourMs = 3_600_000
  return { first: dayOf(nowMs - 12 * hourMs), last: daysFrom(dayOf(nowMs + 14 * hourMs)).last }
}

/** What is wrong with the days of a search, by field; empty when nothing is. */
export function checkDays(named: readonly NamedDay[], { first, last }: SearchDays): Record<string, string> {
  return Object.fromEntries(
    named.flatMap(([field, day]) => {
      if (day < first) return [[field, `is past: the earliest is ${first}`]]
      return day > last ? [[field, `is too far ahead: the latest is ${last}`]] : []
    }),
  )
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
