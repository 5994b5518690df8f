import type { AirportsByPlace } from '#lib/travel/flights/flight-offer.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import type { Places } from './places.ts'

/** A provider may offer another airport of the region, whose code the traveler sees. */
const regionKm = 100

type Known = Pick<Places, 'byCode' | 'airport' | 'airportsWithin'>

/** The airports of each place of a trip, and those at most 100 km away. */
export function airportsByPlace(slices: readonly FlightSlice[], places: Known): AirportsByPlace {
  const codes = new Set(slices.flatMap(({ origin, destination }) => [origin, destination]))
  return Object.fromEntries([...codes].map((code) => [code, [...new Set([code, ...regionOf(code, places)])]]))
}

/** A grid of dates asks for the same two regions for each of its cells, and each takes half a millisecond. */
const regions = new WeakMap<Known, Map<string, readonly string[]>>()

function regionOf(code: string, places: Known): readonly string[] {
  const place = places.byCode(code)
  if (place === undefined) return []
  const known = regions.get(places) ?? new Map<string, readonly string[]>()
  regions.set(places, known)
  const region =
    known.get(code) ??
    place.airports
      .flatMap((one) => places.airport(one) ?? [])
      .flatMap((airport) => places.airportsWithin(airport, regionKm).map((near) => near.airport.code))
  known.set(code, region)
  return region
}
