import { shareOf } from '../../draw.ts'
import type { Flight } from '../market/timetable.ts'

/** Sunday to Saturday: Tuesdays and Wednesdays are quiet, Fridays and Sundays busy. */
const WEEKDAY = [0.55, 0.42, 0.28, 0.3, 0.45, 0.62, 0.4]
/** January to December in the north. In the south, summer comes half a year later. */
const MONTH = [0.25, 0.25, 0.38, 0.48, 0.42, 0.62, 0.85, 0.82, 0.45, 0.4, 0.32, 0.6]
/** The days of the year, as month and day, around which most people travel. */
const PEAKS = new Set(
  '12-19 12-20 12-21 12-22 12-23 12-24 01-02 01-03 01-04 01-05 07-30 07-31 08-01 08-02 04-29 04-30 05-01'.split(' '),
)
/** The share of routes that have a local event on a given day, such as a fair, a match or a holiday. */
const EVENT_SHARE = 0.015

/** The demand for a route's flights on a day, from 0 to over 1, whatever the booking date. */
export function demandOf({ route, date, day }: Pick<Flight, 'route' | 'date' | 'day'>): number {
  const south = route.to.lat < -15 ? 6 : 0
  const month = MONTH[(Number(date.slice(5, 7)) - 1 + south) % 12] ?? 0.4
  // 1 January 1970 was a Thursday.
  const weekday = WEEKDAY[(day + 4) % 7] ?? 0.4
  return month * 0.55 + weekday * 0.35 + (PEAKS.has(date.slice(5)) ? 0.25 : 0) + (isEvent({ route, date }) ? 0.5 : 0)
}

/** Whether an event fills most seats of a route's flights on this day, whatever the booking date. */
export function isEvent({ route, date }: Pick<Flight, 'route' | 'date'>): boolean {
  return shareOf('event', route.from.code, route.to.code, date) < EVENT_SHARE
}

/** The price factor of season, weekday and days until departure. */
export function demandFactor(flight: Pick<Flight, 'route' | 'date' | 'day'>, today: number): number {
  return (0.7 + 0.55 * Math.min(1.2, demandOf(flight))) * aheadFactor(flight.day - today)
}

/** Fares rise towards departure, and are slightly higher when a flight has just gone on sale. */
function aheadFactor(days: number): number {
  if (days <= 2) return 1.8
  if (days <= 6) return 1.5
  if (days <= 13) return 1.28
  if (days <= 20) return 1.14
  if (days <= 30) return 1.05
  if (days <= 100) return 0.97
  return days <= 210 ? 1 : 1.05
}
