import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { AnswerContext } from './answer-context.ts'
import { BrokenOffer, broken } from './broken-offer.ts'
import { detailsOf, leastBags, readOfferFare } from './fare.ts'
import type { BookedLeg, Itinerary } from './flight.ts'
import type { GivenFareDetails, GivenOffer } from './given.ts'
import { legOf, minutesBetween } from './map-leg.ts'
import { readTaxes, readTravelers } from './price.ts'
import { asArray, isRecord } from './read.ts'

export type MappedOffer =
  | { readonly ok: true; readonly result: FlightResult }
  | { readonly ok: false; readonly reason: string }

/**
 * Maps one offer of the provider to a result, or says why it cannot be shown. Its flights were found before, and their
 * times resolved. `position` is its place in the answer, from 0: what it is called when it has no id.
 */
export function mapOffer(
  offer: GivenOffer,
  itineraries: readonly Itinerary[],
  position: number,
  context: AnswerContext,
): MappedOffer {
  try {
    if (!offer || !isRecord(offer)) return { ok: false, reason: 'no object' }
    return { ok: true, result: readOffer(offer, itineraries, position, context) }
  } catch (error) {
    if (error instanceof BrokenOffer) return { ok: false, reason: error.message }
    throw error
  }
}

function readOffer(
  offer: NonNullable<GivenOffer>,
  itineraries: readonly Itinerary[],
  position: number,
  context: AnswerContext,
): FlightResult {
  const { text } = context
  const given = offer.price ?? broken('no price')
  const prices = context.prices(given.currency) ?? broken('no currency')
  const price = prices.read(given.grandTotal ?? given.total) ?? broken('no amount')
  const travelers = asArray(offer.travelerPricings)
  const details = detailsOf(travelers)
  const booked = readLegs(itineraries, details, context)
  const outward = booked[0]?.leg ?? broken('no itinerary')
  const airline = outward.segments[0]?.carrier ?? broken('no segment')
  return {
    id: text(offer.id) ?? String(position + 1),
    provider: 'Amadeus',
    airline: airline.name,
    airline_code: airline.code,
    price,
    price_base: prices.read(given.base),
    taxes: readTaxes(given, travelers, prices),
    fees: prices.fees(asArray(given.fees)),
    price_per_traveler: readTravelers(travelers, prices),
    departure: outward.departure.time,
    arrival: outward.arrival.time,
    stops: outward.stops,
    duration_minutes: outward.duration_minutes,
    legs: booked.map(({ leg }) => leg),
    bags: leastBags(booked),
    fare: readOfferFare(offer, brandOf(booked), context.conditions(details)),
    last_ticketing_date: context.day(offer.lastTicketingDate) ?? context.day(offer.lastTicketingDateTime),
    co2_kg: emissionsOf(booked),
  }
}

function readLegs(
  itineraries: readonly Itinerary[],
  details: readonly GivenFareDetails[],
  context: AnswerContext,
): BookedLeg[] {
  const legs: BookedLeg[] = []
  let segments = 0
  let last: BookedLeg | undefined
  for (const itinerary of itineraries) {
    const next = legOf(itinerary, details, segments, context)
    if (last !== undefined) minutesBetween(last, next)
    last = next
    legs.push(next)
    segments += itinerary.flights.length
  }
  if (legs.length < context.legs) throw new BrokenOffer('one leg of a round trip')
  return legs
}

/** The brands of all legs, each once. */
function brandOf(legs: readonly BookedLeg[]): string | undefined {
  let brands: readonly string[] = []
  for (const leg of legs) {
    if (brands.length === 0) brands = leg.brands
    else for (const brand of leg.brands) if (!brands.includes(brand)) brands = [...brands, brand]
  }
  return brands.length < 2 ? brands[0] : brands.join(' / ')
}

/** Kilograms to one decimal; absent when a leg's part is not known. */
function emissionsOf(legs: readonly BookedLeg[]): number | undefined {
  let tenths = 0
  for (const { co2Tenths } of legs) {
    if (co2Tenths === undefined) return undefined
    tenths += co2Tenths
  }
  return tenths / 10
}
