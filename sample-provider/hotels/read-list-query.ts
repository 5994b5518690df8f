import type { Issue } from '../errors.ts'
import type { Position } from './geography/positions.ts'
import { amenities } from './inventory/amenities.ts'
import type { Inventory } from './inventory/inventory.ts'
import { hotelIssue } from './issues.ts'
import { createQueryReader, type QueryReader } from './query-reader.ts'

/** Which hotels are listed, and how far from where. */
export interface HotelListSearch {
  around: Position
  radius: number
  unit: 'KM' | 'MILE'
  chainCodes: ReadonlySet<string> | undefined
  amenities: readonly (typeof amenities)[number][]
  ratings: ReadonlySet<number> | undefined
  source: 'BEDBANK' | 'DIRECTCHAIN' | 'ALL'
}

export type Checked<T> = { ok: true; value: T } | { ok: false; issues: Issue[] }

const RADIUS = 5
const MOST_RADIUS = 300
const MOST_CHAINS = 99
const MOST_AMENITIES = 3
const MOST_RATINGS = 4
const MOST_LISTED_IDS = 99
const hotelIdPattern = /^[A-Z0-9]{8}$/

/** Checks `GET /v1/reference-data/locations/hotels/by-city`. */
export function readCityQuery(
  query: URLSearchParams,
  inventory: Pick<Inventory, 'centreOf'>,
): Checked<HotelListSearch> {
  const reader = createQueryReader(query)
  reader.require('cityCode')
  const code = reader.text('cityCode', /^[a-zA-Z]{3}$/, 'PAR')?.toUpperCase()
  const filters = readFilters(reader)
  if (code === undefined || reader.issues.length > 0) return { ok: false, issues: reader.issues }
  const around = inventory.centreOf(code)
  if (around === undefined) return { ok: false, issues: [hotelIssue(1157, 'cityCode', undefined, 'PAR')] }
  return { ok: true, value: { around, ...filters } }
}

/** Checks `GET /v1/reference-data/locations/hotels/by-geocode`. */
export function readGeocodeQuery(query: URLSearchParams): Checked<HotelListSearch> {
  const reader = createQueryReader(query)
  reader.require('latitude')
  reader.require('longitude')
  const lat = reader.decimal('latitude', -90, 90)
  const lon = reader.decimal('longitude', -180, 180)
  const filters = readFilters(reader)
  if (lat === undefined || lon === undefined || reader.issues.length > 0) return { ok: false, issues: reader.issues }
  return { ok: true, value: { around: { lat, lon }, ...filters } }
}

/** Checks `GET /v1/reference-data/locations/hotels/by-hotels`: the ids. */
export function readIdsQuery(query: URLSearchParams): Checked<string[]> {
  const reader = createQueryReader(query)
  reader.require('hotelIds')
  const ids = reader.list('hotelIds', /^[^,]+$/, MOST_LISTED_IDS, 'ACPAR419')
  const malformed = ids?.filter((id) => !hotelIdPattern.test(id)) ?? []
  if (malformed.length > 0) reader.issues.push(hotelIssue(1257, `hotelIds=${malformed.join(',')}`))
  if (ids === undefined && reader.issues.length === 0) reader.issues.push(hotelIssue(477, 'hotelIds', 'no value'))
  return ids === undefined || reader.issues.length > 0 ? { ok: false, issues: reader.issues } : { ok: true, value: ids }
}

function readFilters(reader: QueryReader): Omit<HotelListSearch, 'around'> {
  const radius = reader.whole('radius', 1, MOST_RADIUS)
  const unit = reader.oneOf('radiusUnit', ['KM', 'MILE'])
  const chainCodes = reader.list('chainCodes', /^[A-Z]{2}$/, MOST_CHAINS, 'QB,QH')
  const wanted = reader.list('amenities', /^[A-Za-z_ -]+$/, MOST_AMENITIES, 'WIFI')
  const ratings = reader.list('ratings', /^[1-5]$/, MOST_RATINGS, '4,5')
  const source = reader.oneOf('hotelSource', ['BEDBANK', 'DIRECTCHAIN', 'ALL'])
  const known = amenities.filter((amenity) => wanted?.includes(amenity))
  if (wanted !== undefined && known.length < wanted.length) {
    reader.issues.push(hotelIssue(477, 'amenities', 'unknown amenity', 'WIFI'))
  }
  return {
    radius: radius ?? RADIUS,
    unit: unit ?? 'KM',
    chainCodes: chainCodes && new Set(chainCodes),
    amenities: known,
    ratings: ratings && new Set(ratings.map(Number)),
    source: source ?? 'ALL',
  }
}
