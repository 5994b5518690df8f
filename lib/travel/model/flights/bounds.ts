import { type Bounds, niceBounds, steppedBounds } from '../results/bounds.ts'
import type { Itinerary } from './itinerary.ts'

const QUARTER_HOUR = 15

/** The bounds of a time slider: one day, in steps of 30 minutes. */
export const dayBounds: Bounds = { min: 0, max: 24 * 60, step: 30 }

/** The range of all fares' prices; `undefined` if all are the same. */
export function priceBounds(itineraries: readonly Itinerary[]): Bounds | undefined {
  return niceBounds(itineraries.flatMap(({ fares }) => fares.map(({ flight }) => flight.price.amount)))
}

/** The range of the directions' durations, in minutes. */
export function minuteBounds(itineraries: readonly Itinerary[]): Bounds | undefined {
  const minutes = itineraries.map(({ longestMinutes }) => longestMinutes)
  return steppedBounds(minutes, QUARTER_HOUR)
}
