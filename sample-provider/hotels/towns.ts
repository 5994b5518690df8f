import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import { busiestAirports } from '#lib/travel/server/places/busiest.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import knownTowns from '../data/towns.json' with { type: 'json' }

/** A town with hotels, under its city's IATA code. */
export interface Town {
  code: string
  name: string
  countryCode: string
  /** IANA time zone. */
  zone: string
  centre: Position
  airports: readonly Position[]
  population: number
  /** Popularity with travelers relative to other towns of its size; 1 is average. */
  factor: number
  isBeach: boolean
}

/**
 * What the airport and the population do not reveal about a tourist destination: the number of its hotels relative to
 * other towns of that size, whether they stand at a beach, and their centre, if it is not that of the airport data.
 */
const known: Readonly<Record<string, { factor: number; isBeach?: boolean; centre?: readonly number[] }>> = knownTowns

const POPULATION_BY_SIZE = [1_500, 25_000, 150_000]

/** Joins airports into towns: airports of one metropolitan area or of the same city share a town. */
export function createTowns(places: Pick<Places, 'airport' | 'airportCodes' | 'byCode'>) {
  const rank = new Map(busiestAirports.map((code, at) => [code, at]))
  const airports = places.airportCodes
    .flatMap((code) => places.airport(code) ?? [])
    .sort((a, b) => (rank.get(a.code) ?? 1000 - a.size) - (rank.get(b.code) ?? 1000 - b.size))
  const byCode = new Map<string, Town>()
  const byCity = new Map<string, Town>()
  for (const { code, cityCode, countryCode, zone, size, population, centre: middle, ...airport } of airports) {
    const { factor = 1, isBeach = false, centre } = known[cityCode] ?? {}
    const key = population > 0 ? `${middle.lat},${middle.lon}` : cityCode
    const { lat, lon } = population > 0 ? middle : airport
    const town = byCode.get(cityCode) ??
      byCity.get(key) ?? {
        code: cityCode,
        name: (places.byCode(cityCode) ?? airport).city,
        countryCode,
        zone,
        centre: { lat: centre?.[0] ?? lat, lon: centre?.[1] ?? lon },
        airports: (places.byCode(cityCode)?.airports ?? [code]).flatMap((each) => places.airport(each) ?? []),
        population: population || (POPULATION_BY_SIZE[size] ?? 0),
        factor,
        isBeach,
      }
    byCity.set(key, town)
    byCode.set(code, town)
    if (!byCode.has(cityCode)) byCode.set(cityCode, town)
  }
  const all = [...new Set(byCode.values())]
  return {
    /** The town of a city or airport code. */
    byCode: (code: string) => byCode.get(code),
    /** Towns with their centre within `km`. */
    near: (position: Position, km: number) => all.filter(({ centre }) => kmBetween(position, centre) <= km),
  }
}

export type Towns = ReturnType<typeof createTowns>
