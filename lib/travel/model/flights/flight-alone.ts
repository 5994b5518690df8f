import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { firstDayAfter, type GridDay } from './date-grid.ts'
import { writeFlightQuery } from './write-flight-query.ts'

/** Each flight of a multi-city trip as a one-way search. */
export function flightsAlone(search: FlightSearch): FlightSearch[] {
  const { onward: _, ...simple } = search
  return slicesOf(search).map((slice) => ({ ...simple, ...slice, return_date: null }))
}

/**
 * Turns a day for one flight into a day of its trip: the link searches the whole trip, and a day before the previous
 * flight or after the next one cannot be searched.
 *
 * @param at the flight's index from 0
 */
export function dayOfTrip(search: FlightSearch, at: number): (day: GridDay) => GridDay {
  const slices = slicesOf(search)
  return (day) => {
    const { date } = day.days
    const [first, ...onward] = slices.map((slice, index) => (index === at ? { ...slice, date } : slice))
    const dates = slices.map((slice, index) => (index === at ? date : slice.date))
    const isInOrder = slices.every(({ date: after }, index) => {
      const [before, day] = [dates[index - 1], dates[index]]
      if (before === undefined || day === undefined) return true
      return day >= firstDayAfter(before, { before: slices[index - 1]?.date ?? after, after })
    })
    return { ...day, query: writeFlightQuery({ ...search, ...first, onward }), isOut: day.isOut || !isInOrder }
  }
}
