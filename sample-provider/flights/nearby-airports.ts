import { busiestAirports } from '#lib/places/busiest.ts'
import type { Places } from '#lib/places/places.ts'
import { arcBetween } from '#lib/travel/great-circle.ts'

const EARTH_RADIUS_KM = 6371

/** The busy airports within a radius of a place, the busiest first; of its country only unless borders may be crossed. */
export function nearbyAirports(
  code: string,
  radiusKm: number,
  crossBorder: boolean,
  places: Pick<Places, 'byCode' | 'airport'>,
): string[] {
  const center = places.byCode(code)
  if (center === undefined) return []
  return busiestAirports.filter((other) => {
    const airport = places.airport(other)
    if (airport === undefined || (!crossBorder && airport.countryCode !== center.countryCode)) return false
    return arcBetween([center.lon, center.lat], [airport.lon, airport.lat]) * EARTH_RADIUS_KM <= radiusKm
  })
}
