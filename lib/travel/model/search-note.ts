import * as z from 'zod'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { lastDay, slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { isoDate } from '#runner/contract/travel-fields.ts'

/**
 * The part of a search that is stored for the person. `to`: for flights only. `via`: the places between the first and
 * the last of a multi-city trip. `end`: null for a one-way flight.
 */
export const SearchNote = z.strictObject({
  kind: z.enum(['flights', 'hotels']),
  from: z.string(),
  to: z.string().nullable(),
  via: z.array(z.string()).exactOptional(),
  start: isoDate,
  end: isoDate.nullable(),
})
export type SearchNote = z.infer<typeof SearchNote>

export function noteOfFlights(search: FlightSearch): SearchNote {
  const { origin, destination, date, return_date, onward } = search
  if (onward === undefined) return { kind: 'flights', from: origin, to: destination, start: date, end: return_date }
  const stops = stopsOf(slicesOf(search))
  return {
    kind: 'flights',
    from: origin,
    to: stops.at(-1) ?? destination,
    via: stops.slice(1, -1),
    start: date,
    end: lastDay(search),
  }
}

/** Coordinates are rounded to about a kilometer. */
export function noteOfStay({ place, lat = 0, lon = 0, check_in, check_out }: HotelSearch): SearchNote {
  const from = place ?? `${lat.toFixed(2)}, ${lon.toFixed(2)}`
  return { kind: 'hotels', from, to: null, start: check_in, end: check_out }
}
