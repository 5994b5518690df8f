import * as z from 'zod'
import { iataCode, latitude, longitude, OfferPrice, offerDate, offsetTime, Price } from '../travel-fields.ts'
import { reporting } from './action-contract.ts'
import { amenityNames } from './amenities.ts'
import { bookingLink } from './booking-link.ts'
import { hotelRules } from './hotel-rules.ts'
import { boardsToAskFor } from './hotel-search.ts'
import { roomPattern } from './room-guests.ts'

const boards = [...boardsToAskFor, 'self_catering', 'other'] as const
export const Board = z.enum(boards)
export type Board = z.infer<typeof Board>

const count = z.int().nonnegative()

/**
 * One part of a price, for all rooms and nights. The parts add up to the price. `included`: part of the booking price;
 * otherwise the hotel charges it on top, on site. `rest`: taxes and fees that the provider does not name.
 */
export const PricePart = z.object({
  kind: z.enum(['room', 'tax', 'fee', 'rest']),
  included: z.boolean(),
  price: Price,
  code: z.string().optional(),
  text: z.string().optional(),
})
export type PricePart = z.infer<typeof PricePart>

/** A charge that the price cannot include, because its currency differs or its amount is unknown. */
export const UnpricedCharge = z.object({
  kind: z.enum(['tax', 'fee']),
  included: z.boolean(),
  code: z.string().optional(),
  text: z.string().optional(),
  percent: z.number().nonnegative().optional(),
  price: Price.optional(),
})
export type UnpricedCharge = z.infer<typeof UnpricedCharge>

/**
 * The cost of cancelling from a given time on (absent: from now), as stated by the provider. Prices are for all rooms.
 */
export const CancellationPenalty = z.object({
  from: offsetTime.optional(),
  price: Price.optional(),
  nights: count.optional(),
  percent: z.number().nonnegative().optional(),
  whole_stay: z.boolean().optional(),
  text: z.string().optional(),
})
export type CancellationPenalty = z.infer<typeof CancellationPenalty>

/** The address of a picture. Pages get it through the app, never from its own host. */
const photoUrl = z
  .string()
  .max(500)
  .regex(/^https:\/\//)

const penalties = z.array(CancellationPenalty)

/**
 * `free`: cancelling costs nothing before `until`, in the hotel's local time. `charged`: it costs something from now
 * on. `non_refundable`: it costs the whole stay from now on. `unclear`: what it costs is not known.
 */
export const Cancellation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('free'), until: offsetTime, penalties }),
  z.object({ kind: z.literal('charged'), penalties }),
  z.object({ kind: z.literal('non_refundable'), penalties }),
  z.object({ kind: z.literal('unclear'), penalties }),
])
export type Cancellation = z.infer<typeof Cancellation>

/**
 * What the hotel requires before the stay. `guarantee`: the means of payment only secures the booking; nothing is paid.
 */
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
 * One offer of a hotel. `price` is for the whole stay and all rooms, with every mandatory tax and fee of known amount
 * in its currency. `guests` counts the guests of one room. The provider does not state a field that is absent.
 */
export const HotelOffer = z.object({
  id: z.string(),
  provider: z.string(),
  hotel_id: z.string(),
  /** Equal for hotel ids of the same building. */
  property_id: z.string().optional(),
  name: z.string(),
  /** The chain's code in the reservation systems, or its name. */
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
  /** From the city centre, or from the searched point. */
  distance_km: z.number().nonnegative().optional(),
  stars: z.int().min(1).max(5).optional(),
  phone: z.string().optional(),
  /** What guests say: `value` on a scale that ends at `best`, from `count` reviews. */
  score: z.object({ value: z.number().nonnegative(), best: z.number().positive(), count: count.optional() }).optional(),
  /** The main photo comes first. */
  photos: z.array(photoUrl).optional(),
  amenities: z.array(z.enum(amenityNames)).optional(),
  check_in: offerDate,
  check_out: offerDate,
  nights: z.int().positive(),
  rooms: z.int().positive(),
  guests: z.object({ adults: z.int().positive(), child_ages: z.array(count) }),
  /** The guests of each room, if they differ, like `1-7`: then `guests` are those of the first room. */
  room_guests: z.array(z.string().regex(roomPattern)).optional(),
  /** The rooms are separate offers, each booked on its own: `price` is their sum. */
  booked_separately: z.boolean().optional(),
  room: z.object({
    code: z.string().optional(),
    /** For example `superior_room`. */
    category: z.string().optional(),
    beds: count.optional(),
    bed_type: z.string().optional(),
    text: z.string().optional(),
  }),
  board: Board.optional(),
  /** The provider's more specific term, for example `buffet_breakfast`. */
  board_name: z.string().optional(),
  rate: z
    .object({
      code: z.string().optional(),
      family: z.string().optional(),
      /** Who may book the offer: anyone, holders of an agreement, or travelers who meet a condition. */
      audience: z.enum(['public', 'negotiated', 'conditional']).optional(),
      category: z.string().optional(),
      text: z.string().optional(),
    })
    .optional(),
  price: OfferPrice,
  /** The price per night for all rooms, rounded. */
  price_per_night: Price,
  price_parts: z.array(PricePart).min(1),
  unpriced_charges: z.array(UnpricedCharge).optional(),
  /**
   * The rate per room and night, if it changes during the stay. `to` is the morning after the last night at this rate.
   */
  nightly_rates: z.array(z.object({ from: offerDate, to: offerDate, price: Price })).optional(),
  payment: z
    .object({
      kind: z.enum(['guarantee', 'deposit', 'prepay', 'hold']).optional(),
      terms: z.array(PaymentTerm),
      /** Until when the hotel holds the room without a guarantee. */
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

export const HotelResult = HotelOffer.superRefine(reporting(hotelRules))
export type HotelResult = z.infer<typeof HotelResult>
