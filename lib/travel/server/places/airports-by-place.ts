import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import type { AirportsByPlace } from '../../model/flights/flight-offer.ts'
import type { Places } from './places.ts'

/** Providers may offer other airports up to this distance. The traveler sees the code of the airport. */
const regionKm = 100

type Known = Pick<Places, 'byCode' | 'airport' | 'airportsWithin'>

/** The airports of each place of a trip, and those at most 100 km away. */
export function airportsByPlace(slices: readonly FlightSlice[], places: Known): AirportsByPlace {
  const codes = new Set(slices.flatMap(({ origin, destination }) => [origin, destination]))
  return Object.fromEntries([...codes].map((code) => [code, [...new Set([code, ...regionOf(code, places)])]]))
}

/** A cache: a grid of dates needs the same two regions for each cell, and finding a region takes half a millisecond. */
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
