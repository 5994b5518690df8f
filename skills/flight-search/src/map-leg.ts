import type { FlightSegment, Layover } from '#runner/contract/capabilities/flight-result.ts'
import type { AnswerContext } from './answer-context.ts'
import { BrokenOffer } from './broken-offer.ts'
import { fareAt, leastBags, type SegmentFare } from './fare.ts'
import type { BookedLeg, Itinerary, TimedSegment } from './flight.ts'
import type { GivenFareDetails } from './given.ts'
import { segmentOf } from './map-segment.ts'

type Timed = Pick<TimedSegment, 'from' | 'to'>

/**
 * The leg as it is booked with these fare details; the offer has `before` segments ahead of it. Throws a BrokenOffer when
 * it has no flights, or one that cannot be.
 */
export function legOf(
  itinerary: Itinerary,
  details: readonly GivenFareDetails[],
  before: number,
  context: AnswerContext,
): BookedLeg {
  const fares: (SegmentFare | undefined)[] = []
  for (const flight of itinerary.flights) {
    if (flight === undefined) throw new BrokenOffer('no segment')
    fares.push(fareAt(details, before + fares.length, flight.given.id, context.fare))
  }
  for (const known of itinerary.booked) if (isSame(known.fares, fares)) return known
  const read = readLeg(itinerary, fares, context)
  itinerary.booked.push(read)
  return read
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  for (let at = 0; at < others.length; at++) if (some[at] !== others[at]) return false
  return true
}

function readLeg(
  { flights }: Itinerary,
  fares: readonly (SegmentFare | undefined)[],
  context: AnswerContext,
): BookedLeg {
  const segments: FlightSegment[] = []
  const layovers: Layover[] = []
  let stops = 0
  let first: TimedSegment | undefined
  let last: TimedSegment | undefined
  for (const flight of flights) {
    if (flight === undefined) throw new BrokenOffer('no segment')
    const next = segmentOf(flight, fares[segments.length], context)
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
  return {
    fares,
    leg,
    from: first.from,
    to: last.to,
    bags: leastBags(segments),
    brands: brandsOf(segments),
    co2Tenths: emissionsOf(segments),
  }
}

function layoverBetween(before: TimedSegment, after: TimedSegment): Layover {
  const { airport } = before.segment.arrival
  return {
    airport,
    duration_minutes: minutesBetween(before, after),
    changes_airport: after.segment.departure.airport !== airport,
  }
}

/** From one's end to the other's start. Throws a BrokenOffer when they overlap. */
export function minutesBetween(before: Timed, after: Timed): number {
  const minutes = after.from.minutes - before.to.minutes
  if (minutes < 0) throw new BrokenOffer('leaves before the flight before it lands')
  return minutes
}

function brandsOf(segments: readonly FlightSegment[]): string[] {
  const brands: string[] = []
  for (const { fare } of segments) {
    const brand = fare?.brand
    if (brand !== undefined && !brands.includes(brand)) brands.push(brand)
  }
  return brands
}

function emissionsOf(segments: readonly FlightSegment[]): number | undefined {
  let tenths = 0
  for (const { co2_kg } of segments) {
    if (co2_kg === undefined) return undefined
    tenths += Math.round(co2_kg * 10)
  }
  return tenths
}
