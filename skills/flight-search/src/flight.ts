import type { LocalTime } from '#runner/sdk/zoned-time.ts'
import type { GivenSegment } from './given.ts'

/** A flight as the provider sent it, with its times. */
export type Flight = {
  readonly given: NonNullable<GivenSegment>
  readonly leaves: LocalTime | undefined
  readonly lands: LocalTime | undefined
}

/** The flights in one direction. An entry that cannot be a flight is `undefined`. */
export type Itinerary = readonly (Flight | undefined)[]
