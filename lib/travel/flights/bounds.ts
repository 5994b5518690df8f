import { type Bounds, niceBounds, steppedBounds } from '../results/bounds.ts'
import type { Itinerary } from './itinerary.ts'

const QUARTER_HOUR = 15

/** A day by half hours. */
export const dayBounds: Bounds = { min: 0, max: 24 * 60, step: 30 }

/** From the lowest to the highest price of any fare; `undefined` when there is nothing to choose between. */
export function priceBounds(itineraries: readonly Itinerary[]): Bounds | undefined {
  return niceBounds(itineraries.flatMap(({ fares }) => fares.map(({ flight }) => flight.price.amount)))
}

/** From the shortest to the longest direction, in minutes. */
export function minuteBounds(itineraries: readonly Itinerary[]): Bounds | undefined {
  const minutes = itineraries.map(({ longestMinutes }) => longestMinutes)
  return steppedBounds(minutes, QUARTER_HOUR)
}
