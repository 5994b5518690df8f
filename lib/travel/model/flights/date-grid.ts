import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { daysFrom, earliestAfter } from '#runner/contract/capabilities/search-days.ts'
import { addDays, daysBetween } from '../offset-time.ts'
import { type TripDays, writeDates } from './date-text.ts'
import { canSearch } from './search-on.ts'
import { writeFlightQuery } from './write-flight-query.ts'

/** The number of days before and after the search's own days. */
const REACH = 3
const around = Array.from({ length: 2 * REACH + 1 }, (_, at) => at - REACH)

/** The travel dates of one cell. */
export interface GridDay {
  days: TripDays
  /** The days as `writeDates` writes them. */
  key: string
  /** The query of this cell's search. */
  query: string
  /** Whether these are the search's own days. */
  isSelected: boolean
  /** Whether the days cannot be searched: past, too far ahead, or with the return before the departure. */
  isOut: boolean
}

/**
 * A row for each departure day and a column for each return day, from three days before to three days after those of
 * the search. A one-way search has one row of departure days.
 */
export function gridOfDays(search: FlightSearch, today: string): GridDay[][] {
  const { date, return_date } = search
  const departures = around.map((by) => addDays(date, by))
  if (return_date === null) return [departures.map((date) => gridDay(search, { date, return_date }, today))]
  return departures.map((date) =>
    around.map((by) => gridDay(search, { date, return_date: addDays(return_date, by) }, today)),
  )
}

/**
 * The weeks of a month, each day with a length of stay: the search's, or another one. Null stands for a day of another
 * month.
 *
 * @param month "2027-02"
 * @param firstWeekday 1 is Monday, 7 is Sunday
 */
export function weeksOfMonth(
  search: FlightSearch,
  month: string,
  { today, firstWeekday, nights = nightsOf(search) }: { today: string; firstWeekday: number; nights?: number | null },
): (GridDay | null)[][] {
  const first = `${month}-01`
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay()
  const start = addDays(first, -((weekday - firstWeekday + 7) % 7))
  const next = `${moveMonth(month, 1)}-01`
  const weeks = Math.ceil(daysBetween(start, next) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const date = addDays(start, week * 7 + at)
      if (date < first || date >= next) return null
      return gridDay(search, { date, return_date: nights === null ? null : addDays(date, nights) }, today)
    }),
  )
}

/** The length of stay; null one way. */
export const nightsOf = ({ date, return_date }: TripDays): number | null =>
  return_date === null ? null : daysBetween(date, return_date)

/** The month `by` months after `month`, as "2027-02". */
export function moveMonth(month: string, by: number): string {
  const moved = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by, 1))
  return moved.toISOString().slice(0, 7)
}

/** The first and last month with a searchable day. */
export function monthsToOffer(today: string): { first: string; last: string } {
  return { first: today.slice(0, 7), last: daysFrom(today).last.slice(0, 7) }
}

/** The cells nearest to the search's own days first; equally near ones by date. */
export function nearestFirst(search: FlightSearch, cells: readonly GridDay[]): GridDay[] {
  const distance = ({ days: { date, return_date } }: GridDay) =>
    Math.abs(daysBetween(search.date, date)) +
    (search.return_date !== null && return_date !== null ? Math.abs(daysBetween(search.return_date, return_date)) : 0)
  return cells.toSorted((a, b) => distance(a) - distance(b) || (a.key < b.key ? -1 : 1))
}

/**
 * The first day to offer for a flight after one on `before`. It is the day before only if the trip's own days are in
 * this order: then its flight goes eastward across the date line.
 */
export function firstDayAfter(before: string, own: { readonly before: string; readonly after: string }): string {
  return own.after < own.before ? earliestAfter(before) : before
}

function gridDay(search: FlightSearch, days: TripDays, today: string): GridDay {
  const { date, return_date } = days
  const onDays = { ...search, ...days }
  const firstReturn = firstDayAfter(date, { before: search.date, after: search.return_date ?? search.date })
  return {
    days,
    key: writeDates(days),
    query: writeFlightQuery(onDays),
    isSelected: date === search.date && return_date === search.return_date,
    isOut: !canSearch(onDays, today) || (return_date !== null && return_date < firstReturn),
  }
}
