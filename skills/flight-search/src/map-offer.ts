import type { FlightLeg, FlightResult, FlightSegment, Layover } from '#runner/contract/flights.ts'
import type { AnswerContext } from './answer-context.ts'
import { BrokenOffer, broken } from './broken-offer.ts'
import { leastBags, type OfferFare, readFare, readOfferFare } from './fare.ts'
import type { Flight, OfferFlights } from './flights.ts'
import type { GivenOffer } from './given.ts'
import { segmentOf, type TimedSegment } from './map-segment.ts'
import { readFees, readTaxes, readTravelers } from './price.ts'
import { asArray, asId, isRecord } from './read.ts'

export type MappedOffer =
  | { readonly ok: true; readonly result: FlightResult }
  | { readonly ok: false; readonly reason: string }

/**
 * Maps one offer of the provider to a result, or says why it cannot be shown. Its flights were found before, and their
 * times resolved.
 */
export function mapOffer(
  offer: GivenOffer,
  flights: OfferFlights,
  fallbackId: string,
  context: AnswerContext,
): MappedOffer {
  try {
    if (!offer || !isRecord(offer)) return { ok: false, reason: 'no object' }
    return { ok: true, result: readOffer(offer, flights, fallbackId, context) }
  } catch (error) {
    if (error instanceof BrokenOffer) return { ok: false, reason: error.message }
    throw error
  }
}

function readOffer(
  offer: NonNullable<GivenOffer>,
  flights: OfferFlights,
  fallbackId: string,
  context: AnswerContext,
): FlightResult {
  const { text } = context
  const given = offer.price ?? broken('no price')
  const prices = context.prices(given.currency) ?? broken('no currency')
  const price = prices.read(given.grandTotal ?? given.total) ?? broken('no amount')
  const travelers = asArray(offer.travelerPricings)
  const fare = readFare(travelers, context.fare, text)
  const { legs, segments } = readLegs(flights, fare, context)
  const outward = legs[0] ?? broken('no itinerary')
  const airline = segments[0]?.carrier ?? broken('no segment')
  return {
    id: text(offer.id) ?? fallbackId,
    provider: 'Amadeus',
    airline: airline.name,
    airline_code: airline.code,
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
    bags: leastBags(segments),
    fare: readOfferFare(offer, fare, segments),
    last_ticketing_date: context.day(offer.lastTicketingDate) ?? context.day(offer.lastTicketingDateTime),
    co2_kg: emissionsOf(segments),
  }
}

type Legs = { readonly legs: FlightLeg[]; readonly segments: readonly FlightSegment[] }

function readLegs(flights: OfferFlights, fare: OfferFare, context: AnswerContext): Legs {
  const legs: FlightLeg[] = []
  let segments: readonly FlightSegment[] = []
  let last: TimedLeg | undefined
  for (const itinerary of flights) {
    const next = readLeg(itinerary, fare, context)
    if (last !== undefined) minutesBetween(last, next)
    last = next
    legs.push(next.leg)
    segments = segments.concat(next.leg.segments)
  }
  if (legs.length < context.legs) throw new BrokenOffer('one leg of a round trip')
  return { legs, segments }
}

type Timed = Pick<TimedSegment, 'from' | 'to'>
type TimedLeg = Timed & { readonly leg: FlightLeg }

function readLeg(itinerary: readonly (Flight | undefined)[], fare: OfferFare, context: AnswerContext): TimedLeg {
  const segments: FlightSegment[] = []
  const layovers: Layover[] = []
  let stops = 0
  let first: TimedSegment | undefined
  let last: TimedSegment | undefined
  for (const flight of itinerary) {
    if (flight === undefined) throw new BrokenOffer('no segment')
    const next = segmentOf(flight, fare.bySegment.get(asId(flight.given.id)), context)
    if (last === undefined) first = next
    else layovers.push(layoverBetween(last, next))
    stops += next.segment.technical_stops
    segments.push(next.segment)
    last = next
  }
  if (first === undefined || last === undefined) throw new BrokenOffer('no segment')
  const leg = {
    departure: first.segment.departure,
    arrival: last.segment.arrival,
    duration_minutes: last.to.minutes - first.from.minutes,
    stops: stops + layovers.length,
    segments,
    layovers,
  }
  return { leg, from: first.from, to: last.to }
}

function layoverBetween(before: TimedSegment, after: TimedSegment): Layover {
  const { airport } = before.segment.arrival
  return {
    airport,
    duration_minutes: minutesBetween(before, after),
    changes_airport: after.segment.departure.airport !== airport,
  }
}

function minutesBetween(before: Timed, after: Timed): number {
  const minutes = after.from.minutes - before.to.minutes
  if (minutes < 0) throw new BrokenOffer('leaves before the flight before it lands')
  return minutes
}

/** The sum, to a tenth of a kilogram; absent when a segment's part is not known. */
function emissionsOf(segments: readonly FlightSegment[]): number | undefined {
  let tenths = 0
  for (const { co2_kg } of segments) {
    if (co2_kg === undefined) return undefined
    tenths += Math.round(co2_kg * 10)
  }
  return tenths / 10
}
