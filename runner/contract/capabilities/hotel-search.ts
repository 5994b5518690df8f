import * as z from 'zod'
import type { FieldFacts } from '../field-facts.ts'
import { nightsBetween } from '../nights-between.ts'
import { areDates, currencyCode, iataCode, isoDate, latitude, longitude, wholeNumber } from '../travel-fields.ts'
import { type AddIssue, whateverElse } from './action-contract.ts'
import type { NamedDay } from './check-days.ts'
import { roomPattern } from './room-guests.ts'
import { hotelDefaults } from './search-defaults.ts'
import { hotelLimits } from './search-limits.ts'

/** Providers do not accept longer stays. */
const maxNights = 99
const [, maxGuests] = hotelLimits.adults
const [, mostRooms] = hotelLimits.rooms
const [youngest, oldest] = hotelLimits.child_age

/** The boards that a traveler can select. Results may also have `self_catering` or `other`. */
export const boardsToAskFor = ['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const
const childAge = z
  .int('needs the age of each child')
  .min(youngest, 'cannot be negative')
  .max(oldest, `must be at most ${oldest}`)

const field = {
  place: iataCode.describe(
    'City to search in, as a three-letter IATA code. Without it lat, lon and time_zone are required.',
  ),
  lat: latitude.describe(
    'Latitude of the centre, from which distances are measured. Without a place, the point to search around.',
  ),
  lon: longitude.describe('Longitude of the centre.'),
  radius_km: wholeNumber(hotelLimits.radius_km)
    .describe('Search radius around the centre, in km. Default: 10.')
    .default(hotelDefaults.radius_km),
  currency: currencyCode.describe(
    "Currency of the prices, as an ISO 4217 code, if the hotel supports it. Default: the hotel's own. Required with a price range.",
  ),
  stars: z
    .array(wholeNumber(hotelLimits.stars))
    .refine((stars) => new Set(stars).size === stars.length, {
      message: 'must not repeat a number',
      params: { code: 'repeated' } satisfies FieldFacts,
    })
    .describe('Only hotels with one of these star ratings. Absent or empty: any.')
    .default([]),
  board: z.enum(boardsToAskFor).describe('Only offers with this board. Default: any.'),
  free_cancellation: z
    .boolean()
    .describe(
      'Only offers that can still be cancelled free of charge. Reads all offers, so it covers at most 250 hotels.',
    )
    .default(false),
  price_min: wholeNumber(hotelLimits.price).describe('Lowest price of one room and night, in the currency.'),
  price_max: wholeNumber(hotelLimits.price).describe('Highest price of one room and night, in the currency.'),
  max_results: wholeNumber(hotelLimits.max_results).describe(
    "Maximum number of hotels, the nearest to the centre first. The request's config may lower it. Default: 800.",
  ),
}

/** Dates are local to the hotels. Guests are counted per room; all rooms have the same, unless `room_guests` lists them. */
const stay = {
  check_in: isoDate.describe('First night, local to the hotels, like 2027-02-13. Today or later.'),
  check_out: isoDate.describe(
    `Day of departure, local to the hotels. After the check-in, by at most ${maxNights} nights.`,
  ),
  adults: wholeNumber(hotelLimits.adults)
    .describe('Adults in each room. Default: 2. A room holds at most 9 adults and children.')
    .default(hotelDefaults.adults),
  rooms: wholeNumber(hotelLimits.rooms).describe('Number of rooms. Default: 1.').default(hotelDefaults.rooms),
  child_ages: z
    .array(childAge)
    .max(8, 'must list at most 8 children')
    .describe('The age of each child in each room, at check-out. Default: no children.')
    .default([]),
}

/** In place of `adults`, `rooms` and `child_ages`, if the rooms have different guests. */
const roomGuests = z
  .array(z.string().regex(roomPattern, 'must be the adults of a room and the age of each child, like 1-7'))
  .min(1, 'must name at least one room')
  .max(mostRooms, `must be at most ${mostRooms} rooms`)
  .describe(
    'The guests of each room, if they differ, in place of adults, rooms and child_ages: the number of adults, then the age of each child, like ["2", "1-7"].',
  )

/**
 * One hotel search as the form, the URL and the route represent it: a city code or a point, with the page's defaults
 * for missing values.
 */
export const HotelSearch = z
  .strictObject({
    place: field.place.optional(),
    lat: field.lat.optional(),
    lon: field.lon.optional(),
    radius_km: field.radius_km,
    ...stay,
    room_guests: roomGuests.optional(),
    currency: field.currency
      .default(hotelDefaults.currency)
      .describe('Currency of the prices, as an ISO 4217 code, if the hotel supports it. Default: USD.'),
    /** Hotels with any of these numbers of stars. Empty: all hotels. */
    stars: field.stars,
    board: field.board.optional(),
    free_cancellation: field.free_cancellation,
    /** For one room and night, in whole units of the currency, without charges paid at the hotel. */
    price_min: field.price_min.optional(),
    price_max: field.price_max.optional(),
    /** The maximum number of hotels; those nearest to the centre come first. */
    max_results: field.max_results.default(hotelDefaults.max_results),
  })
  .superRefine((search, { addIssue }) => {
    const { place, lat, lon } = search
    checkSearch(search, addIssue)
    if (place !== undefined && lat !== undefined && lon !== undefined) {
      report(addIssue, 'place', 'cannot be given together with lat and lon', { code: 'beside' })
    }
  })
  .superRefine(checkWhere, whateverElse)
export type HotelSearch = z.infer<typeof HotelSearch>

/** The fields that `search_hotels` and `hotel_offers` share. Unlike the page's search, they have a time zone. */
const given = {
  place: field.place.exactOptional(),
  lat: field.lat.exactOptional(),
  lon: field.lon.exactOptional(),
  time_zone: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/, 'must be an IANA time zone, like Europe/Paris')
    .describe('IANA time zone of the hotels. Default: the zone of the place.')
    .exactOptional(),
  ...stay,
  room_guests: roomGuests.exactOptional(),
  currency: field.currency.exactOptional(),
  board: field.board.exactOptional(),
  free_cancellation: field.free_cancellation,
  price_min: field.price_min.exactOptional(),
  price_max: field.price_max.exactOptional(),
}

/** `search_hotels`: a place, optionally with its centre, or a point. */
export const HotelParams = z
  .strictObject({
    ...given,
    radius_km: field.radius_km,
    stars: field.stars,
    max_results: field.max_results.exactOptional(),
  })
  .superRefine((params, { addIssue }) => checkParams(params, addIssue))
  .superRefine(checkWhere, whateverElse)
export type HotelParams = z.infer<typeof HotelParams>

/** `hotel_offers`: all offers of one hotel. */
export const HotelOffersParams = z
  .strictObject({
    hotel_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be the hotel_id of a result')
      .describe('The hotel whose offers to list: the hotel_id of a result.'),
    ...given,
  })
  .superRefine((params, { addIssue }) => checkParams(params, addIssue))
export type HotelOffersParams = z.infer<typeof HotelOffersParams>

type Where = {
  readonly place?: string | undefined
  readonly lat?: number | undefined
  readonly lon?: number | undefined
  readonly time_zone?: string | undefined
}
type Prices = {
  readonly currency?: string | undefined
  readonly price_min?: number | undefined
  readonly price_max?: number | undefined
}
type Stay = Pick<HotelSearch, keyof typeof stay> & { readonly room_guests?: readonly string[] | undefined }

const required: FieldFacts = { code: 'required' }

function report(addIssue: AddIssue, name: string, message: string, params: FieldFacts): void {
  addIssue({ code: 'custom', path: [name], message, params })
}

/** Reported even when other fields are invalid. */
function checkWhere({ place, lat, lon }: Where, { addIssue }: { readonly addIssue: AddIssue }): void {
  const isNowhere = place === undefined && lat === undefined && lon === undefined
  if (isNowhere) report(addIssue, 'place', 'is required, unless lat and lon are given', required)
}

function checkSearch(search: Where & Prices & Stay, addIssue: AddIssue): void {
  const { lat, lon, check_in, check_out, adults, child_ages, price_min, price_max } = search
  if (lat === undefined && lon !== undefined) report(addIssue, 'lat', 'is required with lon', required)
  if (lon === undefined && lat !== undefined) report(addIssue, 'lon', 'is required with lat', required)
  const nights = areDates(check_in, check_out) ? nightsBetween(check_in, check_out) : Number.NaN
  if (nights < 1) report(addIssue, 'check_out', 'must be after the check-in', { code: 'before' })
  if (nights > maxNights)
    report(addIssue, 'check_out', `is more than ${maxNights} nights after the check-in`, {
      code: 'tooLong',
      most: maxNights,
    })
  if (adults <= maxGuests && adults + child_ages.length > maxGuests) {
    report(addIssue, 'adults', `must be at most ${maxGuests} together with the children of one room`, {
      code: 'together',
      most: maxGuests,
    })
  }
  checkRooms(search, addIssue)
  if (price_min !== undefined && price_max !== undefined && price_min > price_max) {
    report(addIssue, 'price_max', 'is below price_min', { code: 'below' })
  }
}

function checkRooms({ adults, rooms, child_ages, room_guests }: Stay, addIssue: AddIssue): void {
  if (room_guests === undefined) return
  if (adults !== hotelDefaults.adults || rooms !== hotelDefaults.rooms || child_ages.length > 0) {
    report(addIssue, 'room_guests', 'cannot be given together with adults, rooms or child_ages', { code: 'beside' })
  }
  const isFull = room_guests.some((room) => {
    const [adultsOfRoom = '', ...children] = room.split('-')
    return Number(adultsOfRoom) + children.length > maxGuests
  })
  if (isFull) {
    report(addIssue, 'room_guests', `must be at most ${maxGuests} adults and children in each room`, {
      code: 'together',
      most: maxGuests,
    })
  }
}

function checkParams(params: Where & Prices & Stay, addIssue: AddIssue): void {
  checkSearch(params, addIssue)
  const { place, time_zone, currency, price_min, price_max } = params
  if (time_zone === undefined && place === undefined)
    report(addIssue, 'time_zone', 'is required without a place', required)
  if (currency === undefined && (price_min !== undefined || price_max !== undefined)) {
    report(addIssue, 'currency', 'is required with a price range', required)
  }
}

export function hotelDays({ check_in, check_out }: Pick<Stay, 'check_in' | 'check_out'>): NamedDay[] {
  return [
    ['check_in', check_in],
    ['check_out', check_out],
  ]
}
