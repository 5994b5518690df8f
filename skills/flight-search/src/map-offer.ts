import type { FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import { brandOf, legOf, minBags, minutesBetween, type TimedLeg } from '#runner/sdk/flight-legs.ts'
import { asArray, isRecord } from '#runner/sdk/read-json.ts'
import type { AnswerContext } from './answer-context.ts'
import { detailsAt, detailsOf, fareAt, readOfferFare } from './fare.ts'
import type { Itinerary } from './flights.ts'
import type { GivenFareDetails, GivenOffer } from './given.ts'
import { segmentOf } from './map-segment.ts'
import { readFees, readTaxes, readTravelers } from './price.ts'

/**
 * Maps one offer of the provider to a result. Throws a BrokenOffer if it cannot be shown. Its flights and their times
 * must be resolved. `position` is the offer's index in the answer, from 0, and stands for an ID that is missing.
 */
export function mapOffer(
  offer: GivenOffer,
  itineraries: readonly Itinerary[],
  position: number,
  context: AnswerContext,
): FlightResult {
  if (!offer || !isRecord(offer)) return broken('no object')
  const { text } = context
  const given = offer.price ?? broken('no price')
  const prices = context.prices(given.currency) ?? broken('no currency')
  const price = prices.read(given.grandTotal ?? given.total) ?? broken('no amount')
  if (price.amount === 0) broken('no amount')
  const travelers = asArray(offer.travelerPricings)
  const details = detailsOf(travelers)
  const legs = readLegs(itineraries, details, context)
  const outward = legs[0] ?? broken('no itinerary')
  const segments = legs.flatMap((leg) => leg.segments)
  const detailsBySegment = itineraries.flat().map((flight, at) => detailsAt(details, at, flight?.given.id))
  const airline = outward.segments[0]?.carrier ?? broken('no segment')
  return {
    id: text(offer.id) ?? String(position + 1),
    provider: 'Amadeus',
    airline: airline.name,
    airline_code: airline.code,
    seller: context.dictionaries.carrier(asArray(offer.validatingAirlineCodes)[0]),
    price,
    price_base: prices.read(given.base),
    taxes: readTaxes(given, travelers, prices, text),
    fees: readFees(given, prices, text),
    price_per_traveler: readTravelers(travelers, prices),
    departure: outward.departure.time,
    arrival: outward.arrival.time,
    stops: outward.stops,
    duration_minutes: outward.duration_minutes,
    legs,
    bags: minBags(segments),
    fare: readOfferFare(offer, brandOf(segments), detailsBySegment, text),
    last_ticketing_date: asDay(offer.lastTicketingDate) ?? asDay(offer.lastTicketingDateTime),
    co2_kg: emissionsOf(segments),
  }
}

function readLegs(
  itineraries: readonly Itinerary[],
  details: readonly GivenFareDetails[],
  context: AnswerContext,
): FlightLeg[] {
  const legs: FlightLeg[] = []
  let segments = 0
  let last: TimedLeg | undefined
  for (const itinerary of itineraries) {
    const next = mapLeg(itinerary, details, segments, context)
    if (last !== undefined) minutesBetween(last, next)
    last = next
    legs.push(next.leg)
    segments += itinerary.length
  }
  if (legs.length < context.legs) broken('fewer legs than asked')
  return legs
}

/** Kilograms to one decimal. Absent when one segment's value is unknown. */
function emissionsOf(segments: readonly FlightSegment[]): number | undefined {
  let tenths = 0
  for (const { co2_kg } of segments) {
    if (co2_kg === undefined) return undefined
    tenths += Math.round(co2_kg * 10)
  }
  return tenths / 10
}

const startsWithDay = /^\d{4}-\d{2}-\d{2}/

/** The date at the start of a text. */
function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && startsWithDay.test(value) ? value.slice(0, 10) : undefined
}

/**
 * Maps a leg. `details`: the fare details of all segments of the offer. `before`: the number of segments before this
 * leg. Throws a BrokenOffer when the leg has no flights, or an impossible one.
 */
function mapLeg(
  itinerary: Itinerary,
  details: readonly GivenFareDetails[],
  before: number,
  context: AnswerContext,
): TimedLeg {
  const flights = itinerary.map((flight) => flight ?? broken('no segment'))
  const spans = context.flightTimes.spansOf(flights)
  return legOf(
    flights.map((flight, at) =>
      segmentOf(flight, spans[at], fareAt(details, before + at, flight.given.id, context.text), context),
    ),
  )
}
