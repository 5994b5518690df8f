import * as z from 'zod'
import { iataCode, OfferPrice, offsetTime, Price } from '../travel-fields.ts'
import { type Problem, reporting } from './action-contract.ts'
import { bookingLink, checkLink } from './booking-link.ts'
import { checkLegs } from './flight-rules.ts'
import { Cabin } from './flight-search.ts'

const Endpoint = z.object({ airport: iataCode, terminal: z.string().optional(), time: offsetTime })

/** What one adult may bring without paying more. Absent means that the provider does not say; 0 means nothing. */
export const Bags = z.object({
  cabin: z.int().nonnegative().optional(),
  /** By piece or by weight, as the carrier counts; with both, that many pieces of that weight each. */
  checked: z
    .object({ pieces: z.int().nonnegative().optional(), weight_kg: z.number().nonnegative().optional() })
    .optional(),
})
export type Bags = z.infer<typeof Bags>

export const FlightSegment = z.object({
  departure: Endpoint,
  arrival: Endpoint,
  carrier: z.object({ code: z.string(), name: z.string() }),
  /** Present when the provider names it, also when it is the carrier itself; `code` is empty when only its name is given. */
  operating_carrier: z.object({ code: z.string(), name: z.string() }).optional(),
  /** Without the carrier's code: `476` of TG 476. */
  flight_number: z.string(),
  aircraft: z.object({ code: z.string(), name: z.string() }).optional(),
  cabin: Cabin.optional(),
  duration_minutes: z.int().positive(),
  technical_stops: z.int().nonnegative().default(0),
  technical_stops_at: z
    .array(z.object({ airport: iataCode, duration_minutes: z.int().positive().optional() }))
    .optional(),
  bags: Bags.optional(),
  fare: z
    .object({ brand: z.string().optional(), booking_class: z.string().optional(), basis: z.string().optional() })
    .optional(),
  /** The marketing or operating carrier is banned in the European Union. */
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
})
export type Layover = z.infer<typeof Layover>

/** One direction of a journey: its segments and the waits between them. */
export const FlightLeg = z.object({
  departure: Endpoint,
  arrival: Endpoint,
  duration_minutes: z.int().positive(),
  /** Every landing on the way: the changes between segments and the technical stops within them. */
  stops: z.int().nonnegative(),
  segments: z.array(FlightSegment).min(1),
  layovers: z.array(Layover),
})
export type FlightLeg = z.infer<typeof FlightLeg>

/** One condition of the fare in the provider's words, free of charge or not. */
export const FareCondition = z.object({ kind: z.string(), text: z.string(), charged: z.boolean() })
export type FareCondition = z.infer<typeof FareCondition>

/** Travelers of one kind who pay the same, and the price of each of them. */
export const TravelerPrice = z.object({
  traveler: z.enum(['adult', 'child', 'infant', 'senior', 'young', 'student', 'other']),
  count: z.int().positive(),
  price: Price,
})
export type TravelerPrice = z.infer<typeof TravelerPrice>

/**
 * One offer. The flat fields repeat the first leg (the floor of the contract); `legs` has one entry for each slice of the
 * trip. `price` is for all travelers with every fee; `booking_url` only when the provider sent one.
 */
export const FlightOffer = z.object({
  id: z.string(),
  provider: z.string(),
  airline: z.string(),
  airline_code: z.string(),
  price: OfferPrice,
  /** What is left of the price without taxes and fees. */
  price_base: Price.optional(),
  /** Taxes by their code, for all travelers, where the provider lists them. */
  taxes: z.array(z.object({ code: z.string(), price: Price })).optional(),
  /** Fees that are part of the price; those of 0 are left out. */
  fees: z.array(z.object({ kind: z.string(), price: Price })).optional(),
  price_per_traveler: z.array(TravelerPrice).optional(),
  departure: offsetTime,
  arrival: offsetTime,
  stops: z.int().nonnegative(),
  duration_minutes: z.int().positive(),
  legs: z.array(FlightLeg).min(1),
  /** What holds on every flight of the offer: the least, where the segments differ. */
  bags: Bags.optional(),
  fare: z
    .object({
      /** The brands of all segments, each once. */
      brand: z.string().optional(),
      seats_left: z.int().nonnegative().optional(),
      refundable: z.boolean().optional(),
      conditions: z.array(FareCondition).optional(),
    })
    .optional(),
  last_ticketing_date: z.string().optional(),
  /** Per traveler, of all segments; absent unless the provider gives it for each. */
  co2_kg: z.number().nonnegative().optional(),
  booking_url: bookingLink.optional(),
})

/** The times of an offer can be: it leaves before it arrives, and goes on after it has arrived. */
export const flightRules = ({ legs, booking_url }: z.input<typeof FlightOffer>): Problem[] => [
  ...checkLegs(legs).map(({ path, message }) => ({ path: ['legs', ...path], message })),
  ...checkLink(booking_url),
]

export const FlightResult = FlightOffer.superRefine(reporting(flightRules))
export type FlightResult = z.infer<typeof FlightResult>
