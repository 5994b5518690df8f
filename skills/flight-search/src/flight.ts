import type { Bags, FlightLeg, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { SegmentFare } from './fare.ts'
import type { GivenSegment } from './given.ts'
import type { LocalTime, Span } from './zoned.ts'

export type TimedSegment = Span & { readonly segment: FlightSegment }
/** A segment in a certain fare. */
export type BookedSegment = TimedSegment & { readonly booked: SegmentFare | undefined }

/** One direction in certain fares. Offers that have both share it. */
export type BookedLeg = Pick<Span, 'from' | 'to'> & {
  readonly fares: readonly (SegmentFare | undefined)[]
  readonly leg: FlightLeg
  readonly bags: Bags | undefined
  /** Each once. */
  readonly brands: readonly string[]
  /** Tenths of a kilogram; absent when a segment's part is not known. */
  readonly co2Tenths: number | undefined
}

/** A flight as the provider gives it, with its times. Offers that have the same flight share it. */
export type Flight = {
  readonly given: NonNullable<GivenSegment>
  readonly leaves: LocalTime | undefined
  readonly lands: LocalTime | undefined
  /** What became of it, in each fare that it was booked in. */
  readonly booked: BookedSegment[]
}

/** Flights in one direction, shared as they are. What cannot be a flight at all is `undefined`. */
export type Itinerary = {
  readonly flights: readonly (Flight | undefined)[]
  /** What became of it, in each combination of fares that it was booked in. */
  readonly booked: BookedLeg[]
}
