import { niceStep } from './histogram.ts'

/** The ends of a slider, both on a step. */
export interface Bounds {
  min: number
  max: number
  step: number
}

const LEAST_STEPS = 40

/** From the lowest to the highest of some values, in steps of 1, 2 or 5 times a power of ten. */
export function niceBounds(values: readonly number[]): Bounds | undefined {
  return steppedBounds(values, niceStep(Math.min(...values), Math.max(...values), LEAST_STEPS))
}

/** From the lowest to the highest of some values, in such steps; `undefined` when there is nothing to choose between. */
export function steppedBounds(values: readonly number[], step: number): Bounds | undefined {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0 || low === high) return undefined
  // Steps below one are no whole numbers: they are counted, so that the ends carry no rounding error.
  const round = (steps: number) => Number((steps * step).toPrecision(12))
  return { min: round(Math.floor(low / step)), max: round(Math.ceil(high / step)), step }
}
