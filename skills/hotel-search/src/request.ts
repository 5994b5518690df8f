import type { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import type { Point } from '#runner/sdk/geo.ts'
import { type Room, roomsOf } from '#runner/sdk/room-guests.ts'

export const providerHost = 'api.amadeus.com'
export const scoresPath = '/v2/e-reputation/hotel-sentiments'

const maxHotels = 1000
const defaultHotels = 800
const defaultRadiusKm = 10
/** The contract's limit, for a range without an upper end. */
const highestPrice = 999_999_999

/** An absent field was not requested. */
export type Search = {
  readonly where:
    | { readonly kind: 'city'; readonly place: string }
    | { readonly kind: 'around'; readonly point: Point }
    | { readonly kind: 'hotel'; readonly hotelId: string }
  readonly radiusKm: number
  /** Distances are measured from here. */
  readonly centre: Point | undefined
  /** An IANA zone or an IATA code, for the hotels' local time. */
  readonly zone: string
  readonly stay: Stay
  readonly currency: string | undefined
  readonly stars: readonly number[]
  readonly board: string | undefined
  readonly freeCancellation: boolean
  readonly priceRange: string | undefined
  readonly maxResults: number
}

/** The guests of one room. */
export type Stay = {
  readonly checkIn: string
  readonly checkOut: string
  readonly nights: number
  readonly rooms: number
  readonly adults: number
  readonly childAges: readonly number[]
}

/** The rooms of a search that have the same guests, by their positions among all rooms. */
export type Group = { readonly room: Room; readonly at: readonly number[] }

/** The provider takes one kind of room in a request, so rooms with different guests are requested apart. */
export function groupsOf(params: HotelParams | HotelOffersParams): Group[] {
  const groups = new Map<string, { room: Room; at: number[] }>()
  for (const [at, room] of roomsOf(params).entries()) {
    const key = JSON.stringify(room)
    const group = groups.get(key) ?? { room, at: [] }
    groups.set(key, group)
    group.at.push(at)
  }
  return Array.from(groups.values())
}

/** Reads the params of both actions, which the contract has checked, for the rooms of one group of `groups`. */
export function readSearch(
  params: HotelParams | HotelOffersParams,
  config: { readonly max_results?: number | undefined },
  { room, at }: Group,
  groups = 1,
): Search {
  const { place, lat, lon, time_zone, currency, board, price_min, price_max } = params
  const isOneHotel = 'hotel_id' in params
  const centre = lat === undefined || lon === undefined ? undefined : { lat, lon }
  const limits = [isOneHotel ? undefined : params.max_results, config.max_results].filter(
    (limit) => limit !== undefined,
  )
  return {
    where: isOneHotel
      ? { kind: 'hotel', hotelId: params.hotel_id }
      : place === undefined
        ? { kind: 'around', point: promised(centre) }
        : { kind: 'city', place },
    radiusKm: isOneHotel ? defaultRadiusKm : params.radius_km,
    centre,
    zone: promised(time_zone ?? place),
    stay: stayOf(params, room, at.length),
    currency,
    stars: isOneHotel || params.stars.length === 5 ? [] : params.stars,
    board,
    freeCancellation: params.free_cancellation,
    priceRange:
      price_min === undefined && price_max === undefined ? undefined : `${price_min ?? 0}-${price_max ?? highestPrice}`,
    // Each group needs its own requests.
    maxResults: Math.min(
      groups === 1 ? maxHotels : Math.floor(defaultHotels / groups),
      ...(limits.length > 0 ? limits : [defaultHotels]),
    ),
  }
}

function stayOf(
  { check_in, check_out }: HotelParams | HotelOffersParams,
  { adults, childAges }: Room,
  rooms: number,
): Stay {
  const nights = (Date.parse(check_out) - Date.parse(check_in)) / 86_400_000
  return { checkIn: check_in, checkOut: check_out, nights, rooms, adults, childAges }
}

/** A value that the contract guarantees but its type cannot express. */
export function promised<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The params break the contract')
  return value
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
 * The request for the offers of at most 20 hotels. Requests all offers, because the cheapest may be one that only some
 * travelers can book, or without the meals and terms that a traveler wants.
 */
export function offersUrl(search: Search, hotelIds: readonly string[]): string {
  const { stay, currency, board, priceRange } = search
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
  // Otherwise one hotel that is sold out can fail the whole request.
  query.push(['bestRateOnly', 'false'], ['includeClosed', 'true'])
  return `https://${providerHost}/v3/shopping/hotel-offers?${encode(query)}`
}

/** The request for what guests say of hotels. */
export function scoresUrl(hotelIds: readonly string[]): string {
  return `https://${providerHost}${scoresPath}?${encode([['hotelIds', hotelIds.join(',')]])}`
}

type Query = [name: string, value: string | number][]

function encode(query: Query): string {
  return query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
