import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import type { PlaceNames } from '../../model/place-names.ts'
import { findPlaceNames } from '../find-places.ts'

/** The names of all airports of some flights: the search names neither the airports of stops nor those of a city. */
export async function nameAirports(legs: readonly FlightLeg[], known: PlaceNames): Promise<PlaceNames> {
  const segments = legs.flatMap((leg) => leg.segments)
  const airports = segments.flatMap(({ departure, arrival }) => [departure.airport, arrival.airport])
  const unknown = airports.filter((code) => !(code in known))
  return unknown.length === 0 ? known : { ...known, ...(await findPlaceNames(unknown)) }
}
