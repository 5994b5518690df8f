import type { FlightLeg, FlightResult, FlightSegment, Layover } from '#runner/contract/flights.ts'
import type { AnswerContext } from './answer-context.ts'
import { BrokenOffer, need } from './broken-offer.ts'
import { leastBags, type OfferFare, readFare, readOfferFare } from './fare.ts'
import type { LocalTimes } from './local-times.ts'
import { readSegment, type TimedSegment } from './map-segment.ts'
import { createPriceReader, readFees, readTaxes, readTravelers } from './price.ts'
import { asArray, asRecord, type JsonRecord } from './read.ts'

export type MappedOffer =
  | { readonly ok: true; readonly result: FlightResult }
  | { readonly ok: false; readonly reason: string }

/** Notes every local time of an offer, so that all offsets of an answer can be asked together. */
export function noteTimes(offer: unknown, times: LocalTimes): void {
  for (const itinerary of asArray(asRecord(offer)?.itineraries)) {
    for (const segment of asArray(asRecord(itinerary)?.segments)) {
      const given = asRecord(segment)
      const from = asRecord(given?.departure)
      const to = asRecord(given?.arrival)
      times.at(from?.iataCode, from?.at)
      times.at(to?.iataCode, to?.at)
      if (given?.stops === undefined) continue
      for (const value of asArray(given.stops)) {
        const stop = asRecord(value)
        times.at(stop?.iataCode, stop?.arrivalAt)
        times.at(stop?.iataCode, stop?.departureAt)
      }
    }
  }
}

/** Maps one offer of the provider to a result, or says why it cannot be shown. Times must be resolved before. */
export function mapOffer(offer: unknown, fallbackId: string, context: AnswerContext): MappedOffer {
  try {
    return { ok: true, result: readOffer(need(asRecord(offer), 'no object'), fallbackId, context) }
  } catch (error) {
    if (error instanceof BrokenOffer) return { ok: false, reason: error.message }
    throw error
  }
}

function readOffer(offer: JsonRecord, fallbackId: string, context: AnswerContext): FlightResult {
  const { text } = context
  const given = need(asRecord(offer.price), 'no price')
  const prices = need(createPriceReader(given.currency), 'no currency')
  const price = need(prices.read(given.grandTotal ?? given.total), 'no amount')
  const travelers = asArray(offer.travelerPricings)
  const fare = readFare(travelers, text)
  const { legs, segments } = readLegs(offer, fare, context)
  const outward = need(legs[0], 'no itinerary')
  const airline = need(segments[0], 'no segment').carrier
  const result: FlightResult = {
    id: text(offer.id) ?? fallbackId,
    provider: 'Amadeus',
    airline: airline.name,
    airline_code: airline.code,
    price,
    departure: outward.departure.time,
    arrival: outward.arrival.time,
    stops: outward.stops,
    duration_minutes: outward.duration_minutes,
    legs,
  }
  const base = prices.read(given.base)
  if (base !== undefined) result.price_base = base
  const taxes = readTaxes(given, travelers, prices, text)
  if (taxes !== undefined) result.taxes = taxes
  const fees = readFees(given, prices, text)
  if (fees !== undefined) result.fees = fees
  const perTraveler = readTravelers(travelers, prices)
  if (perTraveler !== undefined) result.price_per_traveler = perTraveler
  const bags = leastBags(segments)
  if (bags !== undefined) result.bags = bags
  const offerFare = readOfferFare(offer, fare, segments)
  if (offerFare !== undefined) result.fare = offerFare
  const lastDay = dayOf(offer.lastTicketingDate) ?? dayOf(offer.lastTicketingDateTime)
  if (lastDay !== undefined) result.last_ticketing_date = lastDay
  const emissions = emissionsOf(segments)
  if (emissions !== undefined) result.co2_kg = emissions
  return result
}

type Legs = { readonly legs: FlightLeg[]; readonly segments: FlightSegment[] }

function readLegs(offer: JsonRecord, fare: OfferFare, context: AnswerContext): Legs {
  const legs: FlightLeg[] = []
  const segments: FlightSegment[] = []
  let landed = Number.NEGATIVE_INFINITY
  for (const itinerary of asArray(offer.itineraries)) {
    const flown: TimedSegment[] = []
    for (const value of asArray(asRecord(itinerary)?.segments)) {
      const flight = readSegment(need(asRecord(value), 'no segment'), fare, context)
      if (flight.span.from.minutes < landed) throw new BrokenOffer('leaves before the flight before it lands')
      landed = flight.span.to.minutes
      flown.push(flight)
      segments.push(flight.segment)
    }
    legs.push(legOf(flown))
  }
  if (legs.length < context.legs) throw new BrokenOffer('one leg of a round trip')
  return { legs, segments }
}

function legOf(flown: readonly TimedSegment[]): FlightLeg {
  const first = need(flown[0], 'no segment')
  let last = first
  let stops = 0
  const segments: FlightSegment[] = []
  const layovers: Layover[] = []
  for (const flight of flown) {
    if (flight !== first) layovers.push(layoverBetween(last, flight))
    stops += flight.segment.technical_stops
    segments.push(flight.segment)
    last = flight
  }
  return {
    departure: first.segment.departure,
    arrival: last.segment.arrival,
    duration_minutes: last.span.to.minutes - first.span.from.minutes,
    stops: stops + layovers.length,
    segments,
    layovers,
  }
}

function layoverBetween(before: TimedSegment, after: TimedSegment): Layover {
  const { airport } = before.segment.arrival
  return {
    airport,
    duration_minutes: after.span.from.minutes - before.span.to.minutes,
    changes_airport: after.segment.departure.airport !== airport,
  }
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

const startsWithDay = /^\d{4}-\d{2}-\d{2}/

function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && startsWithDay.test(value) ? value.slice(0, 10) : undefined
}
