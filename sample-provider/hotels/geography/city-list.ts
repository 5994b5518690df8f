import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import { fold } from '#lib/travel/server/places/normalize.ts'

/** A city with its centre. */
interface City extends Position {
  name: string
  countryCode: string
  population: number
}

export interface CityList {
  /**
   * The city of an airport: the nearest one with a matching name within 90 km, or else the city that the airport most
   * likely serves.
   */
  cityOf(airport: Position, countryCode: string, names: readonly string[]): City | undefined
}

const NAMED_WITHIN_KM = 90
const SERVED_WITHIN_KM = 25

const citiesSchema = z.array(
  z.object({
    city: z.string(),
    city_ascii: z.string(),
    lat: z.number(),
    lng: z.number(),
    pop: z.number(),
    // For places that several countries claim, a number or empty.
    iso2: z.union([z.string(), z.number()]).nullish(),
  }),
)

/**
 * Reads the centres and populations of 7,300 cities from the package city-timezones.
 *
 * @param root the project folder, which contains node_modules
 */
export function readCityList(root: string): CityList {
  const file = join(root, 'node_modules', 'city-timezones', 'data', 'cityMap.json')
  const rows = citiesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const byCountry = new Map<string, { city: City; names: readonly string[] }[]>()
  for (const { city, city_ascii, lat, lng, pop, iso2 } of rows) {
    if (typeof iso2 !== 'string') continue
    const listed = byCountry.get(iso2) ?? []
    listed.push({
      city: { name: city, lat, lon: lng, countryCode: iso2, population: pop },
      names: [fold(city), fold(city_ascii)],
    })
    byCountry.set(iso2, listed)
  }
  return {
    cityOf(airport, countryCode, given) {
      const wanted = given.map(fold)
      const near = (byCountry.get(countryCode) ?? [])
        .map(({ city, names }) => ({ city, names, km: kmBetween(airport, city) }))
        .filter(({ km }) => km <= NAMED_WITHIN_KM)
        .sort((a, b) => a.km - b.km)
      const named = near.find(({ names }) => names.some((name) => wanted.includes(name)))
      if (named !== undefined) return named.city
      const pull = ({ city, km }: { city: City; km: number }) => city.population / (1 + km / 5) ** 2
      return near.filter(({ km }) => km <= SERVED_WITHIN_KM).sort((a, b) => pull(b) - pull(a))[0]?.city
    },
  }
}
