import type { Position } from '#lib/travel/model/distance.ts'
import { addDays, daysBetween, isDate } from '#lib/travel/model/offset-time.ts'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { currencies } from '../currencies.ts'
import { badRequest, type Checked, type Issue } from '../errors.ts'
import { createQueryReader, type QueryReader } from '../query-reader.ts'
import type { Hotel, Inventory } from './hotels.ts'
import type { Stay } from './stay.ts'

/** The hotels to list, and the point to measure their distance from. */
export interface HotelListSearch {
  around: Position
  radiusKm: number
  ratings: ReadonlySet<number> | undefined
}

const RADIUS_KM = 5
const MAX_RADIUS_KM = 300
const MAX_RATINGS = 4
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

/** Distances are in kilometres only. */
function readFilters(reader: QueryReader): Omit<HotelListSearch, 'around'> {
  const radiusKm = reader.whole('radius', 1, MAX_RADIUS_KM) ?? RADIUS_KM
  reader.oneOf('radiusUnit', ['KM'])
  const ratings = reader.list('ratings', /^[1-5]$/, MAX_RATINGS, '4,5')
  reader.refuseOthers()
  return { radiusKm, ratings: ratings && new Set(ratings.map(Number)) }
}

const MAX_LISTED_IDS = 99

/** Checks `GET /v1/reference-data/locations/hotels/by-hotels`: the IDs. */
export function readIdsQuery(query: URLSearchParams): Checked<string[]> {
  const reader = createQueryReader(query, 477)
  const ids = readIds(reader, query, MAX_LISTED_IDS)
  reader.refuseOthers()
  const malformed = ids?.filter((id) => !hotelIdPattern.test(id)) ?? []
  if (malformed.length > 0) reader.issues.push(badRequest(1257, `hotelIds=${malformed.join(',')}`))
  return ids === undefined || reader.issues.length > 0 ? { ok: false, issues: reader.issues } : { ok: true, value: ids }
}

function readIds(reader: QueryReader, query: URLSearchParams, most: number): string[] | undefined {
  reader.require('hotelIds')
  if (query.get('hotelIds') === '') reader.issues.push(badRequest(477, 'hotelIds', 'no value', 'MCLONGHM'))
  return reader.list('hotelIds', /^[^,]+$/, most, 'MCLONGHM')
}

const boardTypes = ['ROOM_ONLY', 'BREAKFAST', 'HALF_BOARD', 'FULL_BOARD', 'ALL_INCLUSIVE'] as const

/** A search for offers with checked parameters. */
export interface HotelOffersSearch {
  hotels: readonly Hotel[]
  stay: Stay
  /** Total per night, in the search's currency. */
  priceRange: { low: number; high: number } | undefined
  boardType: (typeof boardTypes)[number] | undefined
}

const MAX_HOTELS = 20
/** The most guests, rooms or children of a search. */
const MOST = 9
const MAX_NIGHTS = 99
const DAYS_AHEAD = 365
const datePattern = /^\d{4}-\d{2}-\d{2}$/

/**
 * Checks `GET /v3/shopping/hotel-offers` as documented: presence and format first; if these are correct, whether the
 * hotels exist, the currency, and the dates, with at most one error for both dates. "Today" is the earliest local date
 * of the hotels.
 */
export function readOffersQuery(
  query: URLSearchParams,
  inventory: Pick<Inventory, 'byId'>,
  nowMs: number,
): Checked<HotelOffersSearch> {
  const reader = createQueryReader(query, 477)
  const { issues } = reader
  const ids = readIds(reader, query, MAX_HOTELS)
  const adults = reader.whole('adults', 1, MOST, 397) ?? 1
  const rooms = reader.whole('roomQuantity', 1, MOST) ?? 1
  const givenIn = reader.text('checkInDate', datePattern, '2027-02-13')
  const givenOut = reader.text('checkOutDate', datePattern, '2027-02-20')
  const childAges =
    reader
      .text('childAges', /^\d{1,2}(,\d{1,2})*$/, '3,8')
      ?.split(',')
      .map(Number) ?? []
  if (childAges.some((age) => age > 20)) issues.push(badRequest(477, 'childAges', 'ages from 0 to 20 expected', '3,8'))
  if (childAges.length > MOST) issues.push(badRequest(477, 'childAges', `at most ${MOST} children`, '3,8'))
  const range = reader.text('priceRange', /^\d{1,9}-\d{1,9}$/, '100-200')
  const [low = 0, high = 0] = range?.split('-').map(Number) ?? []
  if (low > high) issues.push(badRequest(477, 'priceRange', 'the lower limit comes first', '100-200'))
  const currency = reader.text('currency', /^[A-Z]{3}$/, 'EUR')
  const boardType = reader.oneOf('boardType', boardTypes)
  // The sample provider lists hotels without rooms, and all rates: the defaults would fail the request, or leave rates out.
  for (const name of ['includeClosed', 'bestRateOnly']) reader.require(name)
  reader.oneOf('includeClosed', ['true'])
  reader.oneOf('bestRateOnly', ['false'])
  reader.refuseOthers()
  if (range !== undefined && !query.has('currency')) {
    issues.push(badRequest(32171, 'currency', 'priceRange needs a currency', 'EUR'))
  }
  if (ids === undefined || issues.length > 0) return { ok: false, issues }

  const hotels = findHotels(ids, inventory, issues)
  if (currency !== undefined && !currencies.has(currency)) {
    issues.push(badRequest(61, 'currency', 'Currency not supported', 'EUR'))
  }
  const zones = [...new Set(hotels.map(({ town }) => town.zone))]
  const utcDay = new Date(nowMs).toISOString().slice(0, 10)
  const [today = utcDay] = zones.map((zone) => toLocalTime(zone, nowMs).slice(0, 10)).sort()
  const checkInDate = givenIn ?? utcDay
  const checkOutDate = givenOut ?? (isDate(checkInDate) ? addDays(checkInDate, 1) : checkInDate)
  issues.push(...checkDates(checkInDate, checkOutDate, today))
  if (issues.length > 0) return { ok: false, issues }
  return {
    ok: true,
    value: {
      hotels,
      stay: { checkInDate, checkOutDate, adults, childAges, rooms, currency },
      priceRange: range === undefined ? undefined : { low, high },
      boardType,
    },
  }
}

function findHotels(ids: readonly string[], inventory: Pick<Inventory, 'byId'>, issues: Issue[]): Hotel[] {
  const malformed = ids.filter((id) => !hotelIdPattern.test(id))
  const unknown = ids.filter((id) => inventory.byId(id) === undefined)
  if (malformed.length > 0) issues.push(badRequest(400, `hotelIds=${malformed.join(',')}`))
  else if (unknown.length > 0) issues.push(badRequest(392, `hotelIds=${unknown.join(',')}`))
  return malformed.length > 0 ? [] : ids.flatMap((id) => inventory.byId(id) ?? [])
}

function checkDates(checkIn: string, checkOut: string, today: string): Issue[] {
  if (!isDate(checkIn)) return [badRequest(381, 'checkInDate', 'Date does not exist')]
  if (!isDate(checkOut)) return [badRequest(382, 'checkOutDate', 'Date does not exist')]
  if (checkIn < today) return [badRequest(381, 'checkInDate', 'Past date not allowed')]
  if (checkOut <= checkIn) return [badRequest(404, 'checkOutDate')]
  if (daysBetween(checkIn, checkOut) > MAX_NIGHTS) {
    return [badRequest(377, 'checkOutDate', `At most ${MAX_NIGHTS} nights`)]
  }
  if (checkOut > addDays(today, DAYS_AHEAD)) {
    return [badRequest(431, 'checkOutDate', `Date is more than ${DAYS_AHEAD} days ahead`)]
  }
  return []
}
