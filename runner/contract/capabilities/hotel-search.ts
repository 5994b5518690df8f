import * as z from 'zod'
import { currencyCode, iataCode, isoDate, offsetTime, Price } from '../travel-fields.ts'

/** Providers take no longer stay. */
const MAX_NIGHTS = 99

/** What a traveler may ask for; a result may say `self_catering` or `other` as well. */
export const boardsToAskFor = ['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const
const boards = [...boardsToAskFor, 'self_catering', 'other'] as const
export const Board = z.enum(boards)
export type Board = z.infer<typeof Board>

const DAY_MS = 86_400_000
const nightsBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
const latitude = z.number().min(-90, 'must be at least -90').max(90, 'must be at most 90')
const longitude = z.number().min(-180, 'must be at least -180').max(180, 'must be at most 180')
const nightlyPrice = z.int().min(1, 'must be at least 1').max(1_000_000, 'must be at most 1000000')
const childAge = z.int('needs the age of each child').min(0, 'cannot be negative').max(17, 'must be at most 17')

/**
 * One hotel search, as the form, the URL, the route and the stream know it: a city by its code, or a point. Dates are
 * local to the hotels. Guests are those of one room, and every room has as many. That a date is not past is checked
 * where "now" and the place are known.
 */
export const HotelSearch = z
  .strictObject({
    place: iataCode.optional(),
    lat: latitude.optional(),
    lon: longitude.optional(),
    radius_km: z.int().min(1, 'must be at least 1').max(300, 'must be at most 300').default(10),
    check_in: isoDate,
    check_out: isoDate,
    adults: z.int().min(1, 'must be at least 1').max(9, 'must be at most 9').default(2),
    rooms: z.int().min(1, 'must be at least 1').max(9, 'must be at most 9').default(1),
    child_ages: z.array(childAge).max(8, 'are those of at most 8 children').default([]),
    currency: currencyCode.default('USD'),
    /** Any of these; none is all. */
    stars: z
      .array(z.int().min(1, 'must be at least 1').max(5, 'must be at most 5'))
      .refine((stars) => new Set(stars).size === stars.length, 'must hold each number once')
      .default([]),
    board: z.enum(boardsToAskFor).optional(),
    free_cancellation: z.boolean().default(false),
    /** Of one room and night, in whole units of the currency, before what is paid at the hotel. */
    price_min: nightlyPrice.optional(),
    price_max: nightlyPrice.optional(),
    /** At most so many hotels, the nearest to the centre. */
    max_results: z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000').default(800),
  })
  .refine((s) => s.place !== undefined || s.lat !== undefined || s.lon !== undefined, {
    path: ['place'],
    error: 'is required, or lat and lon',
  })
  .refine((s) => s.place === undefined || (s.lat === undefined && s.lon === undefined), {
    path: ['place'],
    error: 'cannot be given together with lat and lon',
  })
  .refine((s) => s.lon === undefined || s.lat !== undefined, { path: ['lat'], error: 'is required with lon' })
  .refine((s) => s.lat === undefined || s.lon !== undefined, { path: ['lon'], error: 'is required with lat' })
  .refine((s) => s.check_out > s.check_in, { path: ['check_out'], error: 'must be after the check-in' })
  .refine((s) => nightsBetween(s.check_in, s.check_out) <= MAX_NIGHTS, {
    path: ['check_out'],
    error: `is more than ${MAX_NIGHTS} nights after the check-in`,
  })
  .refine((s) => s.adults + s.child_ages.length <= 9, {
    path: ['adults'],
    error: 'adults and children of one room together are at most 9',
  })
  .refine((s) => s.price_min === undefined || s.price_max === undefined || s.price_min <= s.price_max, {
    path: ['price_max'],
    error: 'is below price_min',
  })
export type HotelSearch = z.infer<typeof HotelSearch>

const count = z.int().nonnegative()

/**
 * One part of a price, for all rooms and nights. The parts of a price add up to it. `included`: in what is booked;
 * otherwise the hotel takes it on top, on the spot. `rest`: taxes and fees that the provider does not name.
 */
export const PricePart = z.object({
  kind: z.enum(['room', 'tax', 'fee', 'rest']),
  included: z.boolean(),
  price: Price,
  code: z.string().optional(),
  text: z.string().optional(),
})
export type PricePart = z.infer<typeof PricePart>

/** A charge that the price cannot hold: in another currency, or of an amount that nobody gives. */
export const UnpricedCharge = z.object({
  kind: z.enum(['tax', 'fee']),
  included: z.boolean(),
  code: z.string().optional(),
  text: z.string().optional(),
  percent: z.number().nonnegative().optional(),
  price: Price.optional(),
})
export type UnpricedCharge = z.infer<typeof UnpricedCharge>

/** What cancelling costs from a moment on (absent: from now), as far as the provider says: prices are for all rooms. */
export const CancellationPenalty = z.object({
  from: offsetTime.optional(),
  price: Price.optional(),
  nights: count.optional(),
  percent: z.number().nonnegative().optional(),
  whole_stay: z.boolean().optional(),
  text: z.string().optional(),
})
export type CancellationPenalty = z.infer<typeof CancellationPenalty>

const penalties = z.array(CancellationPenalty)

/**
 * `free`: cancelling costs nothing before `until`, which stands in the hotel's own time. `charged`: it costs something
 * from now on. `non_refundable`: it costs the whole stay from now on. `unclear`: only the provider's words are there.
 */
export const Cancellation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('free'), until: offsetTime, penalties }),
  z.object({ kind: z.literal('charged'), penalties }),
  z.object({ kind: z.literal('non_refundable'), penalties }),
  z.object({ kind: z.literal('unclear'), penalties }),
])
export type Cancellation = z.infer<typeof Cancellation>

/** What the hotel wants before the stay. `guarantee`: nothing is paid before, the means of payment only vouches. */
export const PaymentTerm = z.object({
  kind: z.enum(['guarantee', 'deposit', 'prepay']),
  price: Price.optional(),
  due: offsetTime.optional(),
  methods: z.array(z.string()).optional(),
  /** Two-letter codes of card schemes. */
  cards: z.array(z.string()).optional(),
  text: z.string().optional(),
})
export type PaymentTerm = z.infer<typeof PaymentTerm>

/**
 * One offer of a hotel. `price` is for the whole stay and all rooms with every mandatory tax and fee that has an amount
 * in its currency; `guests` are those of one room. Absent fields are those that the provider does not give.
 */
export const HotelResult = z.object({
  id: z.string(),
  provider: z.string(),
  hotel_id: z.string(),
  /** The same for one building that is offered under several hotel ids. */
  property_id: z.string().optional(),
  name: z.string(),
  chain: z.string().optional(),
  brand: z.string().optional(),
  city_code: iataCode.optional(),
  location: z.object({ lat: latitude, lon: longitude }).optional(),
  address: z
    .object({
      lines: z.array(z.string()).optional(),
      postal_code: z.string().optional(),
      city: z.string().optional(),
      region: z.string().optional(),
      country_code: z.string().optional(),
    })
    .optional(),
  /** From the centre of the city, or from the point that was asked for. */
  distance_km: z.number().nonnegative().optional(),
  stars: z.int().min(1).max(5).optional(),
  phone: z.string().optional(),
  amenities: z.array(z.string()).optional(),
  check_in: isoDate,
  check_out: isoDate,
  nights: z.int().positive(),
  rooms: z.int().positive(),
  guests: z.object({ adults: z.int().positive(), child_ages: z.array(count) }),
  room: z.object({
    code: z.string().optional(),
    /** Such as `superior_room`. */
    category: z.string().optional(),
    beds: count.optional(),
    bed_type: z.string().optional(),
    text: z.string().optional(),
  }),
  board: Board.optional(),
  /** The provider's own word, where it says more: `buffet_breakfast`. */
  board_name: z.string().optional(),
  rate: z
    .object({
      code: z.string().optional(),
      family: z.string().optional(),
      /** Who may book it: anyone, those with an agreement, those who meet a condition. */
      audience: z.enum(['public', 'negotiated', 'conditional']).optional(),
      category: z.string().optional(),
      text: z.string().optional(),
    })
    .optional(),
  price: Price,
  /** A night of all rooms, rounded: the price, divided by the nights. */
  price_per_night: Price,
  price_parts: z.array(PricePart).min(1),
  unpriced_charges: z.array(UnpricedCharge).optional(),
  /** The rate of one room and night, where it changes during the stay; `to` is the morning after its last night. */
  nightly_rates: z.array(z.object({ from: isoDate, to: isoDate, price: Price })).optional(),
  payment: z
    .object({
      kind: z.enum(['guarantee', 'deposit', 'prepay', 'hold']).optional(),
      terms: z.array(PaymentTerm),
      /** Until when the room is kept without a guarantee. */
      hold_until: offsetTime.optional(),
    })
    .optional(),
  /** Absent: the provider does not say what cancelling costs. */
  cancellation: Cancellation.optional(),
  /** Local times of day, like 15:00. */
  arrival: z.object({ from: z.string().optional(), text: z.string().optional() }).optional(),
  departure: z.object({ until: z.string().optional(), text: z.string().optional() }).optional(),
  booking_url: z.url({ protocol: /^https$/ }).optional(),
})
export type HotelResult = z.infer<typeof HotelResult>
