import type { Position } from '#lib/travel/model/distance.ts'
import { badRequest, type Checked } from '../errors.ts'
import { createQueryReader, type QueryReader } from '../query-reader.ts'
import type { Inventory } from './inventory/inventory.ts'

/** The hotels to list, and the point to measure their distance from. */
export interface HotelListSearch {
  around: Position
  radiusKm: number
  ratings: ReadonlySet<number> | undefined
}

const RADIUS_KM = 5
const MAX_RADIUS_KM = 300
const MAX_RATINGS = 4
const MAX_LISTED_IDS = 99
const hotelIdPattern = /^[A-Z0-9]{8}$/

/** Checks `GET /v1/reference-data/locations/hotels/by-city`. */
export function readCityQuery(
  query: URLSearchParams,
  inventory: Pick<Inventory, 'centreOf'>,
): Checked<HotelListSearch> {
  const reader = createQueryReader(query, 477)
  reader.require('cityCode')
  const code = reader.text('cityCode', /^[a-zA-Z]{3}$/, 'PAR')?.toUpperCase()
  const filters = readFilters(reader)
  if (code === undefined || reader.issues.length > 0) return { ok: false, issues: reader.issues }
  const around = inventory.centreOf(code)
  if (around === undefined) return { ok: false, issues: [badRequest(1157, 'cityCode', undefined, 'PAR')] }
  return { ok: true, value: { around, ...filters } }
}

/** Checks `GET /v1/reference-data/locations/hotels/by-geocode`. */
export function readGeocodeQuery(query: URLSearchParams): Checked<HotelListSearch> {
  const reader = createQueryReader(query, 477)
  reader.require('latitude')
  reader.require('longitude')
  const lat = reader.decimal('latitude', -90, 90)
  const lon = reader.decimal('longitude', -180, 180)
  const filters = readFilters(reader)
  if (lat === undefined || lon === undefined || reader.issues.length > 0) return { ok: false, issues: reader.issues }
  return { ok: true, value: { around: { lat, lon }, ...filters } }
}

/** Checks `GET /v1/reference-data/locations/hotels/by-hotels`: the IDs. */
export function readIdsQuery(query: URLSearchParams): Checked<string[]> {
  const reader = createQueryReader(query, 477)
  reader.require('hotelIds')
  const ids = reader.list('hotelIds', /^[^,]+$/, MAX_LISTED_IDS, 'ACPAR419')
  reader.refuseOthers()
  const malformed = ids?.filter((id) => !hotelIdPattern.test(id)) ?? []
  if (malformed.length > 0) reader.issues.push(badRequest(1257, `hotelIds=${malformed.join(',')}`))
  if (ids === undefined && reader.issues.length === 0) reader.issues.push(badRequest(477, 'hotelIds', 'no value'))
  return ids === undefined || reader.issues.length > 0 ? { ok: false, issues: reader.issues } : { ok: true, value: ids }
}

/** Distances are in kilometres only. */
function readFilters(reader: QueryReader): Omit<HotelListSearch, 'around'> {
  const radiusKm = reader.whole('radius', 1, MAX_RADIUS_KM) ?? RADIUS_KM
  reader.oneOf('radiusUnit', ['KM'])
  const ratings = reader.list('ratings', /^[1-5]$/, MAX_RATINGS, '4,5')
  reader.refuseOthers()
  return { radiusKm, ratings: ratings && new Set(ratings.map(Number)) }
}
