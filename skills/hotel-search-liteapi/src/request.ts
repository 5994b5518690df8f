import type { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import type { SkillCall, SkillRequest } from '#runner/sdk/index.ts'
import { roomsOf } from '#runner/sdk/room-guests.ts'

export const providerHost = 'api.liteapi.travel'
const apiUrl = `https://${providerHost}/v3.0`

/** Each hotel's rate carries an offer id of one or two kilobytes, so more hotels would exceed the response limit. */
const maxHotels = 400
const defaultHotels = 200
/** The maximum number of offers of one hotel, and of all hotels of a search. */
const maxRates = 100
const maxRatesInAll = 1000
const maxStars = 5

/** The provider requires a nationality, which the contract does not know. Few hotels price by it. */
const nationality = 'US'
const defaultCurrency = 'USD'

const defaultTimeoutMs = 15_000
/** The time for the network and for reading the answer, in milliseconds. */
const restMs = 4000

const boardCodes = {
  room_only: 'RO',
  breakfast: 'BB,BI',
  half_board: 'HB',
  full_board: 'FB',
  all_inclusive: 'AI',
} as const

export type Params = HotelParams | HotelOffersParams

/** The number of hotels to ask for. */
export function wantedHotels({ params, config }: SkillCall<Params>): number {
  if ('hotel_id' in params) return 1
  const limits = [params.max_results, config.max_results].filter((limit) => limit !== undefined)
  return Math.min(maxHotels, ...(limits.length > 0 ? limits : [defaultHotels]))
}

/** The number of rates of each hotel to ask for. */
export const wantedRates = (call: SkillCall<Params>): number =>
  Math.min(maxRates, Math.floor(maxRatesInAll / wantedHotels(call)))

/** The request for the rates of a place, a point or one hotel. Its answer also has the data of the hotels. */
export function ratesRequest(call: SkillCall<Params>): { readonly url: string; readonly request: SkillRequest } {
  const { params, config } = call
  const timeoutMs = config.timeout_ms ?? defaultTimeoutMs
  const body = {
    ...whereOf(params),
    checkin: params.check_in,
    checkout: params.check_out,
    occupancies: roomsOf(params).map(({ adults, childAges }) => ({ adults, children: childAges })),
    currency: params.currency ?? defaultCurrency,
    guestNationality: nationality,
    // In whole seconds.
    timeout: Math.max(1, Math.min(10, Math.floor((timeoutMs - restMs) / 1000))),
    roomMapping: true,
    includeHotelData: true,
    limit: wantedHotels(call),
    maxRatesPerHotel: wantedRates(call),
    ...(params.board === undefined ? {} : { boardType: boardCodes[params.board] }),
    ...(params.free_cancellation ? { refundableRatesOnly: true } : {}),
    ...('stars' in params && params.stars.length > 0 ? { starRating: params.stars.flatMap(withHalf) } : {}),
  }
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  return { url: `${apiUrl}/hotels/rates`, request: { method: 'POST', headers, body: JSON.stringify(body) } }
}

/** The request for the data of one hotel, which runs beside the one for its rates and never takes longer. */
export function hotelRequest(hotelId: string): { readonly url: string; readonly request: SkillRequest } {
  const url = `${apiUrl}/data/hotels?hotelIds=${encodeURIComponent(hotelId)}&limit=1`
  return { url, request: { headers: { accept: 'application/json' }, timeoutMs: restMs } }
}

/** The request for the facilities of one hotel, by name. */
export function facilitiesRequest(hotelId: string): { readonly url: string; readonly request: SkillRequest } {
  const url = `${apiUrl}/data/hotel?hotelId=${encodeURIComponent(hotelId)}`
  return { url, request: { headers: { accept: 'application/json' }, timeoutMs: restMs } }
}

/** The provider filters by half stars, which count as the lower whole number. */
function withHalf(stars: number): number[] {
  return stars < maxStars ? [stars, stars + 0.5] : [stars]
}

function whereOf(params: Params) {
  if ('hotel_id' in params) return { hotelIds: [params.hotel_id] }
  const { lat, lon, place, radius_km } = params
  // The app sends a city with its centre. A code alone means the city's airport to the provider.
  return lat === undefined || lon === undefined
    ? { iataCode: place }
    : { latitude: lat, longitude: lon, radius: radius_km * 1000 }
}
