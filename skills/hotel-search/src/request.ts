import { done, type Failure, failed, type Outcome } from './outcome.ts'
import { asArray } from './read.ts'

export const providerHost = 'api.amadeus.com'

const mostHotels = 1000
const defaultHotels = 800
/** All offers of a hotel are many times as much to read as its cheapest. */
const mostHotelsWithAllOffers = 250
const mostGuests = 9
const mostNights = 99
const defaultRadiusKm = 10
const highestPrice = 1_000_000

export type Point = { readonly lat: number; readonly lon: number }

/** A search that was checked: what is absent was not asked for. */
export type Search = {
  readonly where:
    | { readonly kind: 'city'; readonly place: string }
    | { readonly kind: 'around'; readonly point: Point }
    | { readonly kind: 'hotel'; readonly hotelId: string }
  readonly radiusKm: number
  /** Distances are counted from here. */
  readonly centre: Point | undefined
  /** An IANA zone or an IATA code: the hotels' clock. */
  readonly zone: string
  readonly stay: Stay
  readonly currency: string | undefined
  readonly stars: readonly number[]
  readonly board: string | undefined
  readonly freeCancellation: boolean
  readonly priceRange: string | undefined
  readonly maxResults: number
}

/** Guests are those of one room. */
export type Stay = {
  readonly checkIn: string
  readonly checkOut: string
  readonly nights: number
  readonly rooms: number
  readonly adults: number
  readonly childAges: readonly number[]
}

type Params = { readonly [name: string]: unknown }

/**
 * Reads the params of both actions. The manifest's schema says which values a field takes; here are the rules between
 * fields, and that a day is not past: by the calendar of the last place on earth where it is still today.
 */
export function readSearch(
  action: string,
  params: Params,
  config: { readonly max_results?: number | undefined },
  nowMs: number,
): Outcome<Search> {
  const where = readWhere(action, params)
  if (!where.ok) return where
  const stay = readStay(params, nowMs)
  if (!stay.ok) return stay
  const { place, lat, lon, time_zone, radius_km, currency, board, price_min, price_max } = params
  const zone = time_zone ?? place
  if (typeof zone !== 'string') return invalid('time_zone: is required without a place')
  const freeCancellation = params.free_cancellation === true
  const hasCurrency = typeof currency === 'string'
  const stars = asArray(params.stars).filter((each) => typeof each === 'number')
  const limits = [params.max_results, config.max_results].filter((limit) => typeof limit === 'number')
  if (limits.some((limit) => limit < 1)) return invalid('max_results: is at least 1')

  let priceRange: string | undefined
  if (typeof price_min === 'number' || typeof price_max === 'number') {
    const least = typeof price_min === 'number' ? price_min : 0
    const highest = typeof price_max === 'number' ? price_max : highestPrice
    if (least > highest) return invalid('price_max: is below price_min')
    if (!hasCurrency) return invalid('currency: is required with a price range')
    priceRange = `${least}-${highest}`
  }
  return done({
    where: where.value,
    radiusKm: typeof radius_km === 'number' ? radius_km : defaultRadiusKm,
    centre: typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : undefined,
    zone,
    stay: stay.value,
    currency: hasCurrency ? currency : undefined,
    stars: stars.length === 5 ? [] : stars,
    board: typeof board === 'string' ? board : undefined,
    freeCancellation,
    priceRange,
    maxResults: Math.min(
      freeCancellation ? mostHotelsWithAllOffers : mostHotels,
      ...(limits.length > 0 ? limits : [defaultHotels]),
    ),
  })
}

function readWhere(action: string, { place, lat, lon, hotel_id }: Params): Outcome<Search['where']> {
  if (action === 'hotel_offers') {
    if (typeof hotel_id !== 'string') return invalid('hotel_id: is required')
    return done({ kind: 'hotel', hotelId: hotel_id })
  }
  if (action !== 'search_hotels') return invalid('action: is neither search_hotels nor hotel_offers')
  if (typeof place === 'string') return done({ kind: 'city', place })
  if (typeof lat !== 'number' && typeof lon !== 'number') return invalid('place: is required, or lat and lon')
  if (typeof lat !== 'number') return invalid('lat: is required with lon')
  if (typeof lon !== 'number') return invalid('lon: is required with lat')
  return done({ kind: 'around', point: { lat, lon } })
}

function readStay(params: Params, nowMs: number): Outcome<Stay> {
  const { check_in: checkIn, check_out: checkOut, adults = 2, rooms = 1, child_ages = [] } = params
  const first = dayNumber(checkIn)
  const last = dayNumber(checkOut)
  if (typeof checkIn !== 'string' || first === undefined) return invalid('check_in: is not a date like 2027-02-13')
  if (typeof checkOut !== 'string' || last === undefined) return invalid('check_out: is not a date like 2027-02-13')
  // UTC−12 is the last zone to reach a day.
  if (first < Math.floor((nowMs - 12 * 3_600_000) / dayMs)) return invalid('check_in: is past')
  const nights = last - first
  if (nights < 1) return invalid('check_out: must be after the check-in')
  if (nights > mostNights) return invalid(`check_out: is more than ${mostNights} nights after the check-in`)
  if (!isCount(adults) || adults < 1 || adults > mostGuests) return invalid('adults: are 1 to 9 in each room')
  if (!isCount(rooms) || rooms < 1 || rooms > 9) return invalid('rooms: are 1 to 9')
  const childAges = asArray(child_ages).filter(isCount)
  if (!Array.isArray(child_ages) || childAges.length !== child_ages.length) {
    return invalid('child_ages: needs the age of each child')
  }
  if (adults + childAges.length > mostGuests) {
    return invalid('adults: adults and children of one room together are at most 9')
  }
  return done({ checkIn, checkOut, nights, rooms, adults, childAges })
}

/** The request for the list of hotels. Host and path are fixed; every value is percent-encoded. */
export function listUrl({ where, radiusKm, stars }: Search): string {
  const query: Query = []
  if (where.kind === 'city') query.push(['cityCode', where.place])
  else if (where.kind === 'hotel') query.push(['hotelIds', where.hotelId])
  else query.push(['latitude', where.point.lat], ['longitude', where.point.lon])
  if (where.kind !== 'hotel') query.push(['radius', radiusKm], ['radiusUnit', 'KM'])
  if (where.kind !== 'hotel' && stars.length > 0) query.push(['ratings', stars.join(',')])
  const paths = { city: 'by-city', around: 'by-geocode', hotel: 'by-hotels' }
  return `https://${providerHost}/v1/reference-data/locations/hotels/${paths[where.kind]}?${encode(query)}`
}

/**
 * The request for the offers of some hotels, at most 20. The cheapest offer of each will do, unless a wish that the
 * provider cannot filter by may rule it out.
 */
export function offersUrl(search: Search, hotelIds: readonly string[]): string {
  const { where, stay, currency, board, freeCancellation, priceRange } = search
  const query: Query = [
    ['hotelIds', hotelIds.join(',')],
    ['adults', stay.adults],
    ['checkInDate', stay.checkIn],
    ['checkOutDate', stay.checkOut],
    ['roomQuantity', stay.rooms],
  ]
  if (stay.childAges.length > 0) query.push(['childAges', stay.childAges.join(',')])
  if (currency !== undefined) query.push(['currency', currency])
  if (priceRange !== undefined) query.push(['priceRange', priceRange])
  if (board !== undefined) query.push(['boardType', board.toUpperCase()])
  query.push(['bestRateOnly', String(where.kind !== 'hotel' && !freeCancellation)])
  return `https://${providerHost}/v3/shopping/hotel-offers?${encode(query)}`
}

type Query = [name: string, value: string | number][]

function encode(query: Query): string {
  return query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

function invalid(detail: string): Failure {
  return failed('INVALID_INPUT', detail)
}

const dayMs = 86_400_000
const day = /^\d{4}-\d{2}-\d{2}$/

/** Days since 1970; `undefined` for a day that the calendar does not have. */
function dayNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || !day.test(value)) return undefined
  const ms = Date.parse(`${value}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === value ? ms / dayMs : undefined
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
