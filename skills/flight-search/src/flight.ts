import type { StatedFlight } from '#runner/sdk/flight-times.ts'
import type { GivenSegment } from './given.ts'

/** A flight as the provider sent it, with its times. */
export type Flight = StatedFlight & { readonly given: NonNullable<GivenSegment> }

/** The flights in one direction. An entry that cannot be a flight is `undefined`. */
export type Itinerary = readonly (Flight | undefined)[]
