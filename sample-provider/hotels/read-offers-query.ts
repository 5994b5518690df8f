import { addDays, daysBetween, isDate } from '#lib/travel/model/offset-time.ts'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { badRequest, type Checked, type Issue } from '../errors.ts'
import { currencies } from '../flights/fares/currencies.ts'
import { createQueryReader } from '../query-reader.ts'
import type { Hotel } from './inventory/generate-hotels.ts'
import type { Inventory } from './inventory/inventory.ts'
import type { Stay } from './stay.ts'

const boardTypes = ['ROOM_ONLY', 'BREAKFAST', 'HALF_BOARD', 'FULL_BOARD', 'ALL_INCLUSIVE'] as const
export type BoardType = (typeof boardTypes)[number]

/** A search for offers with checked parameters. */
export interface HotelOffersSearch {
  hotels: readonly Hotel[]
  stay: Stay
  /** Total per night, in the search's currency. */
  priceRange: { low: number; high: number } | undefined
  boardType: BoardType | undefined
  includeClosed: boolean
  bestRateOnly: boolean
}

const MAX_HOTELS = 20
const MAX_GUESTS = 9
const MAX_ROOMS = 9
const MAX_CHILDREN = 9
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
  reader.require('hotelIds')
  const ids = reader.list('hotelIds', /^[^,]+$/, MAX_HOTELS, 'MCLONGHM')
  const adults = reader.whole('adults', 1, MAX_GUESTS, 397) ?? 1
  const rooms = reader.whole('roomQuantity', 1, MAX_ROOMS) ?? 1
  const givenIn = reader.text('checkInDate', datePattern, '2027-02-13')
  const givenOut = reader.text('checkOutDate', datePattern, '2027-02-20')
  const childAges = readAges(reader.text('childAges', /^\d{1,2}(,\d{1,2})*$/, '3,8'), issues)
  const range = readRange(reader.text('priceRange', /^\d{1,9}-\d{1,9}$/, '100-200'), issues)
  const currency = reader.text('currency', /^[A-Z]{3}$/, 'EUR')
  const boardType = reader.oneOf('boardType', boardTypes)
  const includeClosed = reader.flag('includeClosed') ?? false
  const bestRateOnly = reader.flag('bestRateOnly') ?? true
  reader.refuseOthers()
  if (range !== undefined && !query.has('currency')) {
    issues.push(badRequest(32171, 'currency', 'priceRange needs a currency', 'EUR'))
  }
  if (query.has('hotelIds') && ids === undefined && issues.length === 0) {
    issues.push(badRequest(477, 'hotelIds', 'no value', 'MCLONGHM'))
  }
  if (ids === undefined || issues.length > 0) return { ok: false, issues }

  const hotels = findHotels(ids, inventory, issues)
  if (currency !== undefined && !currencies.has(currency)) {
    issues.push(badRequest(61, 'currency', 'Currency not supported', 'EUR'))
  }
  const today = earliestToday(hotels, nowMs)
  const checkInDate = givenIn ?? new Date(nowMs).toISOString().slice(0, 10)
  const checkOutDate = givenOut ?? (isDate(checkInDate) ? addDays(checkInDate, 1) : checkInDate)
  issues.push(...checkDates(checkInDate, checkOutDate, today))
  if (issues.length > 0) return { ok: false, issues }
  return {
    ok: true,
    value: {
      hotels,
      stay: { checkInDate, checkOutDate, adults, childAges, rooms, currency },
      priceRange: range,
      boardType,
      includeClosed,
      bestRateOnly,
    },
  }
}

function findHotels(ids: readonly string[], inventory: Pick<Inventory, 'byId'>, issues: Issue[]): Hotel[] {
  const malformed = ids.filter((id) => !/^[A-Z0-9]{8}$/.test(id))
  if (malformed.length > 0) {
    issues.push(badRequest(400, `hotelIds=${malformed.join(',')}`))
    return []
  }
  const hotels = ids.flatMap((id) => inventory.byId(id) ?? [])
  if (hotels.length < ids.length) {
    const known = new Set(hotels.map(({ hotelId }) => hotelId))
    issues.push(badRequest(392, `hotelIds=${ids.filter((id) => !known.has(id)).join(',')}`))
  }
  return hotels
}

/** The earliest local date of the requested hotels. */
function earliestToday(hotels: readonly Hotel[], nowMs: number): string {
  const zones = new Set(hotels.map(({ settlement }) => settlement.zone))
  const dates = [...zones].map((zone) => toLocalTime(zone, nowMs).slice(0, 10)).sort()
  return dates[0] ?? new Date(nowMs).toISOString().slice(0, 10)
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

function readAges(given: string | undefined, issues: Issue[]): number[] {
  const ages = given?.split(',').map(Number) ?? []
  if (ages.some((age) => age > 20)) issues.push(badRequest(477, 'childAges', 'ages from 0 to 20 expected', '3,8'))
  if (ages.length > MAX_CHILDREN) issues.push(badRequest(477, 'childAges', `at most ${MAX_CHILDREN} children`, '3,8'))
  return ages
}

function readRange(given: string | undefined, issues: Issue[]): HotelOffersSearch['priceRange'] {
  if (given === undefined) return undefined
  const [low = 0, high = 0] = given.split('-').map(Number)
  if (low > high) issues.push(badRequest(477, 'priceRange', 'the lower limit comes first', '100-200'))
  return { low, high }
}
