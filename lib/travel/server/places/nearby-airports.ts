import type { Airport } from './airport-table.ts'
import type { PlaceDetail, Places } from './places.ts'

/** Another airport that serves the same region; `km` is the straight line between the two. */
export interface NearbyAirport {
  airport: Airport
  km: number
}

const farthestKm = 110
const most = 3
const large = 2
/** Shorter runways serve small aircraft only. */
const shortestRunwayM = 1500

/**
 * At most three airports near a place that are not the place's own, nearest first. If there are more, larger airports
 * are preferred. Across a border, only large ones count. The data has no flights; the size stands in for their number.
 */
export function nearbyAirports(place: PlaceDetail, places: Places): NearbyAirport[] {
  const own = new Set(place.airports)
  const found = places
    .airportsWithin(place, farthestKm)
    .filter(
      ({ airport }) =>
        !own.has(airport.code) &&
        airport.runwayM >= shortestRunwayM &&
        airport.size >= (airport.countryCode === place.countryCode ? large - 1 : large),
    )
  return found
    .toSorted((a, b) => b.airport.size - a.airport.size)
    .slice(0, most)
    .toSorted((a, b) => a.km - b.km)
}
