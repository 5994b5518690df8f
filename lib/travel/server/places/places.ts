import { languages } from '#lib/platform/model/languages.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { kmBetween, type Position } from '../../model/distance.ts'
import { arcBetween } from '../../model/great-circle.ts'
import type { Place } from '../../model/place.ts'
import type { Airport } from './airport-table.ts'
import { busiestAirports } from './busiest.ts'
import { cityByAirport, closedCodes } from './corrections.ts'
import { loadAirportTable } from './load-built.ts'
import { type MetroArea, metroAreas } from './metro-areas.ts'
import { aliasesByCode, localNames, townAliases } from './names/names.ts'
import { shortNamesOf } from './regions.ts'
import { createSearchIndex, type Indexed, type SearchIndex } from './search-index.ts'

/** A place with its IANA zone, its city's code and the airports that a search for it means. */
export interface PlaceDetail extends Place {
  countryCode: string
  cityCode: string
  zone: string
  airports: readonly string[]
  /** The centre of the city; `lat` and `lon` are the position of its (first) airport. */
  centre: { lat: number; lon: number }
}

export interface Places extends Readonly<ReturnType<typeof createPlaces>> {}

interface PlacesOptions {
  /** The project folder with node_modules and dist; by default found from the working directory. */
  root?: string
}

/** Ranks an area above its busiest airport. */
const AREA_BONUS = 1
const BUSY_WEIGHT = 4
const WIDE_AREA_WEIGHT = -1
/** For degrees of latitude, rounded down. */
const KM_PER_DEGREE = 111

/** The codes that airlines no longer use, by today's code. */
const closedCodesOf = new Map(
  [...Map.groupBy(Object.entries(closedCodes), ([, code]) => code)].map(([code, pairs]) => [
    code,
    pairs.map(([old]) => old),
  ]),
)

/** Reads the airport table once (about 30 ms), then answers from memory. The first search indexes the names (0.1 s). */
export function createPlaces(options: PlacesOptions = {}) {
  const root = options.root ?? findProjectRoot()
  const airports = new Map<string, Airport>()
  const countryNames = new Intl.DisplayNames('en', { type: 'region' })
  const namesOfCountries = languages.map((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
  const areaOf = new Map(
    metroAreas.filter((area) => !area.wide).flatMap((area) => area.airports.map((code) => [code, area])),
  )
  for (const airport of loadAirportTable(root).airports) {
    const city = areaOf.get(airport.code)?.city ?? cityByAirport[airport.code] ?? airport.city
    airports.set(airport.code, { ...airport, city })
  }
  const busyRank = new Map(busiestAirports.map((code, rank) => [code, rank]))

  function areaDetail(area: MetroArea): PlaceDetail | undefined {
    const members = area.airports.flatMap((code) => airports.get(code) ?? [])
    const [first] = members
    if (first === undefined) return undefined
    return {
      code: area.code,
      type: 'city',
      name: area.wide ? `${area.city} area` : area.city,
      city: area.city,
      country: countryNames.of(area.country) ?? area.country,
      lat: first.lat,
      lon: first.lon,
      countryCode: area.country,
      cityCode: area.code,
      zone: first.zone,
      airports: members.map(({ code }) => code),
      centre: first.centre,
    }
  }

  function airportDetail(airport: Airport): PlaceDetail {
    return {
      code: airport.code,
      type: 'airport',
      name: airport.name,
      city: airport.city,
      country: countryNames.of(airport.countryCode) ?? airport.countryCode,
      lat: airport.lat,
      lon: airport.lon,
      countryCode: airport.countryCode,
      cityCode: areaOf.get(airport.code)?.code ?? airport.code,
      zone: airport.zone,
      airports: [airport.code],
      centre: airport.centre,
    }
  }

  function airportWeight(airport: Airport): number {
    const rank = busyRank.get(airport.code)
    const busy = rank === undefined ? 0 : 1 + (BUSY_WEIGHT - 1) * (1 - rank / busiestAirports.length)
    return (
      busy + Math.log10(airport.population + 1) / 20 + airport.size * 0.4 + Math.min(airport.runwayM, 4000) / 10_000
    )
  }

  /** A cache, because naming a country in five languages for each airport takes half a second. */
  const countryWords = new Map<string, readonly string[]>()
  function countryWordsOf(code: string): readonly string[] {
    const known = countryWords.get(code)
    if (known) return known
    const found = [...new Set(namesOfCountries.flatMap((names) => names.of(code) ?? [])), ...shortNamesOf(code)]
    countryWords.set(code, found)
    return found
  }

  function indexed(place: PlaceDetail): Indexed {
    const countries = countryWordsOf(place.countryCode)
    const member = airports.get(place.code)
    if (place.type === 'city' || member === undefined) {
      const wide = metroAreas.some(({ code, wide }) => code === place.code && wide)
      const members = place.airports.flatMap((code) => airports.get(code) ?? [])
      const weight = wide ? WIDE_AREA_WEIGHT : Math.max(...members.map(airportWeight)) + AREA_BONUS
      return {
        code: place.code,
        city: [place.city, ...aliasesOf(place)],
        names: [],
        countries,
        keywords: members.map(({ region }) => region),
        weight,
      }
    }
    const area = areaOf.get(place.code)
    const areaNames = area === undefined ? [] : aliasesOf({ ...place, code: area.code })
    return {
      code: place.code,
      otherCodes: [member.icao, ...(closedCodesOf.get(place.code) ?? [])].filter((code) => code !== ''),
      city: [place.city, ...aliasesOf(place), ...areaNames],
      names: [place.name],
      countries,
      keywords: [member.region, member.keywords, area?.code ?? '', ...(closedCodesOf.get(place.code) ?? [])],
      weight: airportWeight(member),
    }
  }

  const details = new Map<string, PlaceDetail>()
  for (const airport of airports.values()) details.set(airport.code, airportDetail(airport))
  for (const area of metroAreas) {
    const detail = areaDetail(area)
    if (detail !== undefined) details.set(area.code, detail)
  }
  // An airport with its area's code is still found by its own name.
  const shared = metroAreas.flatMap(({ code }) => airports.get(code) ?? [])
  const listed = [...details.values()]
  const makeIndex = () =>
    createSearchIndex(
      listed.map((place) => {
        const entry = indexed(place)
        const own = shared.find(({ code }) => code === place.code)
        if (own === undefined) return entry
        const otherCodes = place.airports.includes(own.code) ? [own.icao] : []
        return { ...entry, otherCodes, names: [own.name], keywords: [...entry.keywords, own.keywords] }
      }),
    )
  let index: SearchIndex | undefined

  return {
    /** The project folder, whose packages have the places. */
    root,
    /** Places for a traveler's words, best first; empty without a match. Accepts any text. */
    search(query: string, limit = 8): Place[] {
      index ??= makeIndex()
      return index.search(query, limit).flatMap((at) => toPlace(listed[at]))
    },
    /** The place of an upper-case IATA code. A code of both an area and an airport means the area. */
    byCode: (code: string): PlaceDetail | undefined => details.get(code),
    /** The places of IATA codes, without unknown codes. */
    ofCodes: (codes: readonly string[]): Place[] => codes.flatMap((code) => toPlace(details.get(code))),
    /** The airport of an IATA code, even if an area has the same code. */
    airport(code: string): (Airport & { cityCode: string }) | undefined {
      const airport = airports.get(code)
      return airport && { ...airport, cityCode: areaOf.get(code)?.code ?? code }
    },
    /** The codes of all airports, in alphabetical order. */
    airportCodes: [...airports.keys()].sort(),
    /** The IANA time zone of an airport or area. */
    zoneOf(code: string): string | undefined {
      const known = airports.get(code) ?? details.get(code)
      // Providers still sell flights by a former code, and the search finds it.
      if (known === undefined && Object.hasOwn(closedCodes, code)) return airports.get(closedCodes[code] ?? '')?.zone
      return known?.zone
    },
    /** The airport nearest to a point; its zone is most likely the point's. */
    nearest(lat: number, lon: number): PlaceDetail | undefined {
      let found: Airport | undefined
      let least = Number.POSITIVE_INFINITY
      for (const airport of airports.values()) {
        const arc = arcBetween([lon, lat], [airport.lon, airport.lat])
        if (arc < least) {
          least = arc
          found = airport
        }
      }
      return found && airportDetail(found)
    },
    /** How much traffic an airport has, from 0 to about 5. */
    weightOf(code: string): number {
      const airport = airports.get(code)
      return airport === undefined ? 0 : airportWeight(airport)
    },
    /** The airports within a distance of a point, nearest first. */
    airportsWithin(point: Position, km: number): { airport: Airport; km: number }[] {
      const degrees = km / KM_PER_DEGREE
      const found: { airport: Airport; km: number }[] = []
      for (const airport of airports.values()) {
        // Skips most airports by their latitude, which needs no trigonometry.
        if (Math.abs(airport.lat - point.lat) > degrees) continue
        const distance = kmBetween(point, airport)
        if (distance <= km) found.push({ airport, km: distance })
      }
      return found.sort((a, b) => a.km - b.km)
    },
  }
}

/** Other names of a place: in other languages and scripts, former ones, and those of islands and regions. */
export function aliasesOf({ code, city, countryCode }: Pick<PlaceDetail, 'code' | 'city' | 'countryCode'>): string[] {
  return [...localNames(code), ...(aliasesByCode[code] ?? []), ...(townAliases[`${city}, ${countryCode}`] ?? [])]
}

function toPlace(detail: PlaceDetail | undefined): Place[] {
  if (detail === undefined) return []
  const { code, type, name, city, country, lat, lon } = detail
  return [{ code, type, name, city, country, lat, lon }]
}
