import * as z from 'zod'
import {
  iataCode,
  latitude,
  longitude,
  nightsBetween,
  OfferPrice,
  offerDate,
  offsetTime,
  Price,
} from '../travel-fields.ts'
import { type Problem, reporting } from './action-contract.ts'
import { bookingLink, checkLink } from './booking-link.ts'
import { boardsToAskFor } from './hotel-search.ts'

const boards = [...boardsToAskFor, 'self_catering', 'other'] as const
export const Board = z.enum(boards)
export type Board = z.infer<typeof Board>

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
export const HotelOffer = z.object({
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
  check_in: offerDate,
  check_out: offerDate,
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
  price: OfferPrice,
  /** A night of all rooms, rounded: the price, divided by the nights. */
  price_per_night: Price,
  price_parts: z.array(PricePart).min(1),
  unpriced_charges: z.array(UnpricedCharge).optional(),
  /** The rate of one room and night, where it changes during the stay; `to` is the morning after its last night. */
  nightly_rates: z.array(z.object({ from: offerDate, to: offerDate, price: Price })).optional(),
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
  booking_url: bookingLink.optional(),
})

/** The figures of an offer agree: it is for a night at least, and the parts of its price add up to it. */
export function hotelRules(offer: z.input<typeof HotelOffer>): Problem[] {
  const { check_in, check_out, price, price_parts, booking_url } = offer
  const problems = checkLink(booking_url)
  if (nightsBetween(check_in, check_out) < 1) problems.push({ path: ['check_out'], message: 'is not after check_in' })
  if (price_parts.some((part) => part.price.currency !== price.currency)) {
    problems.push({ path: ['price_parts'], message: 'are not all in the currency of the price' })
  } else if (price_parts.reduce((sum, part) => sum + smallUnitsOf(part.price), 0) !== smallUnitsOf(price)) {
    problems.push({ path: ['price_parts'], message: 'do not add up to the price' })
  }
  return problems
}

export const HotelResult = HotelOffer.superRefine(reporting(hotelRules))
export type HotelResult = z.infer<typeof HotelResult>

/** Exact: no currency has units as small. */
function smallUnitsOf({ amount }: Price): number {
  return Number(amount.toFixed(4).replace('.', ''))
}
