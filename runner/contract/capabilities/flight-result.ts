import * as z from 'zod'
import { iataCode, OfferPrice, offsetTime, Price } from '../travel-fields.ts'
import { reporting } from './action-contract.ts'
import { bookingLink } from './booking-link.ts'
import { flightRules } from './flight-rules.ts'
import { Cabin } from './flight-search.ts'

const Endpoint = z.object({ airport: iataCode, terminal: z.string().optional(), time: offsetTime })

/** The baggage that the fare of one adult includes. Absent: the provider does not say. 0: no piece is included. */
export const Bags = z.object({
  cabin: z.int().nonnegative().optional(),
  /** `pieces`, `weight_kg` or both, as the carrier states it. Both: so many pieces, each of this weight. */
  checked: z
    .object({ pieces: z.int().nonnegative().optional(), weight_kg: z.number().nonnegative().optional() })
    .optional(),
})
export type Bags = z.infer<typeof Bags>

export const FlightSegment = z.object({
  departure: Endpoint,
  arrival: Endpoint,
  carrier: z.object({ code: z.string(), name: z.string() }),
  /** Set if the provider names the operating carrier, even if it equals `carrier`. `code` is empty if unknown. */
  operating_carrier: z.object({ code: z.string(), name: z.string() }).optional(),
  /** Without the carrier's code: `476` of TG 476. */
  flight_number: z.string(),
  aircraft: z.object({ code: z.string(), name: z.string() }).optional(),
  cabin: Cabin.optional(),
  duration_minutes: z.int().positive(),
  /** What the provider states, if it is another time than between the two local times in their zones. */
  stated_duration_minutes: z.int().positive().optional(),
  technical_stops: z.int().nonnegative().default(0),
  technical_stops_at: z
    .array(z.object({ airport: iataCode, duration_minutes: z.int().positive().optional() }))
    .optional(),
  bags: Bags.optional(),
  fare: z
    .object({ brand: z.string().optional(), booking_class: z.string().optional(), basis: z.string().optional() })
    .optional(),
  /** The European Union bans the marketing or operating carrier. */
  banned_in_eu: z.boolean().optional(),
  /** Per traveler. */
  co2_kg: z.number().nonnegative().optional(),
})
export type FlightSegment = z.infer<typeof FlightSegment>

export const Layover = z.object({
  airport: iataCode,
  duration_minutes: z.int().nonnegative(),
  /** The next flight leaves from another airport of the same city. */
  changes_airport: z.boolean().default(false),
  /**
   * The flights before and after are on separate tickets: travelers collect their bags, check in again and bear the
   * risk of a missed connection. Absent: the provider does not say.
   */
  self_transfer: z.boolean().optional(),
})
export type Layover = z.infer<typeof Layover>

/** One direction of a journey: its segments and the waits between them. */
export const FlightLeg = z.object({
  departure: Endpoint,
  arrival: Endpoint,
  duration_minutes: z.int().positive(),
  /** Every landing on the way: connections between segments and technical stops within them. */
  stops: z.int().nonnegative(),
  segments: z.array(FlightSegment).min(1),
  layovers: z.array(Layover),
})
export type FlightLeg = z.infer<typeof FlightLeg>

/**
 * One fare condition in the provider's words, with or without a charge. `fee`: the charge, if the provider states it.
 */
export const FareCondition = z.object({
  kind: z.string(),
  text: z.string(),
  charged: z.boolean(),
  fee: Price.optional(),
})
export type FareCondition = z.infer<typeof FareCondition>

/** Travelers of one kind who pay the same price, and the price for each of them. */
export const TravelerPrice = z.object({
  traveler: z.enum(['adult', 'child', 'infant', 'senior', 'young', 'student', 'other']),
  count: z.int().positive(),
  price: Price,
})
export type TravelerPrice = z.infer<typeof TravelerPrice>

/**
 * One offer. `legs` has one entry for each slice of the trip; the fields `departure` to `duration_minutes` repeat the
 * first leg. `price` is for all travelers with every fee. `booking_url` is set only when the provider sent one.
 */
export const FlightOffer = z.object({
  id: z.string(),
  provider: z.string(),
  airline: z.string(),
  airline_code: z.string(),
  /**
   * The airline that sells the offer and issues its tickets, which may be another one than `airline`. `code` is empty if
   * unknown. Absent: the provider does not say.
   */
  seller: z.object({ code: z.string(), name: z.string() }).optional(),
  price: OfferPrice,
  /** The price without taxes and fees. */
  price_base: Price.optional(),
  /** Taxes by code, for all travelers, when the provider lists them. */
  taxes: z.array(z.object({ code: z.string(), price: Price })).optional(),
  /** Fees included in the price, without fees of 0. */
  fees: z.array(z.object({ kind: z.string(), price: Price })).optional(),
  price_per_traveler: z.array(TravelerPrice).optional(),
  departure: offsetTime,
  arrival: offsetTime,
  stops: z.int().nonnegative(),
  duration_minutes: z.int().positive(),
  legs: z.array(FlightLeg).min(1),
  /** The allowance on every flight: the smallest one if the segments differ. */
  bags: Bags.optional(),
  /** The charge for the first checked bag of one traveler on all flights. Absent: the provider does not say. */
  checked_bag_price: Price.optional(),
  fare: z
    .object({
      /** The brands of all segments in one text, each brand once. */
      brand: z.string().optional(),
      seats_left: z.int().nonnegative().optional(),
      refundable: z.boolean().optional(),
      conditions: z.array(FareCondition).optional(),
    })
    .optional(),
  last_ticketing_date: z.string().optional(),
  /** Per traveler, over all segments. Absent unless the provider gives it for every segment. */
  co2_kg: z.number().nonnegative().optional(),
  booking_url: bookingLink.optional(),
})

export const FlightResult = FlightOffer.superRefine(reporting(flightRules))
export type FlightResult = z.infer<typeof FlightResult>
