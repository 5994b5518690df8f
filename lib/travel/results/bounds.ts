import type { Itinerary } from '../flights/itinerary.ts'
import { niceStep } from './histogram.ts'

/** The ends of a slider, both on a step. */
export interface Bounds {
  min: number
  max: number
  step: number
}

const QUARTER_HOUR = 15
const LEAST_STEPS = 40

/** A day by half hours. */
export const dayBounds: Bounds = { min: 0, max: 24 * 60, step: 30 }

/** From the lowest to the highest price of any fare; `undefined` when there is nothing to choose between. */
export function priceBounds(itineraries: readonly Itinerary[]): Bounds | undefined {
  const prices = itineraries.flatMap(({ fares }) => fares.map(({ flight }) => flight.price.amount))
  return niceBounds(prices)
}

/** From the lowest to the highest of some values, in steps of 1, 2 or 5 times a power of ten. */
export function niceBounds(values: readonly number[]): Bounds | undefined {
  return aroundValues(values, niceStep(Math.min(...values), Math.max(...values), LEAST_STEPS))
}

/** From the shortest to the longest direction, in minutes. */
export function minuteBounds(itineraries: readonly Itinerary[]): Bounds | undefined {
  return aroundValues(
    itineraries.map(({ longestMinutes }) => longestMinutes),
    QUARTER_HOUR,
  )
}

function aroundValues(values: readonly number[], step: number): Bounds | undefined {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0 || low === high) return undefined
  // Steps below one are no whole numbers: they are counted, so that the ends carry no rounding error.
  const round = (steps: number) => Number((steps * step).toPrecision(12))
  return { min: round(Math.floor(low / step)), max: round(Math.ceil(high / step)), step }
}
