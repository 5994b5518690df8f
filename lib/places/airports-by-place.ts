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

function regionOf(code: string, places: Known): string[] {
  const own = places.byCode(code)?.airports.flatMap((one) => places.airport(one) ?? []) ?? []
  return own.flatMap((airport) => places.airportsWithin(airport, regionKm).map((near) => near.airport.code))
}
