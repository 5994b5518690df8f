import type { FlightLeg, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { GivenSegment } from './given.ts'
import type { LocalTime, Span } from './zoned.ts'

export type TimedSegment = Span & { readonly segment: FlightSegment }
export type TimedLeg = Pick<Span, 'from' | 'to'> & { readonly leg: FlightLeg }

/** A flight as the provider sent it, with its times. */
export type Flight = {
  readonly given: NonNullable<GivenSegment>
  readonly leaves: LocalTime | undefined
  readonly lands: LocalTime | undefined
}

/** The flights in one direction. An entry that cannot be a flight is `undefined`. */
export type Itinerary = readonly (Flight | undefined)[]
