/** The ends of a slider, both multiples of the step. */
export interface Bounds {
  min: number
  max: number
  step: number
}

const MIN_STEPS = 40

/** The range of the values, in steps of 1, 2 or 5 times a power of ten. */
export function niceBounds(values: readonly number[]): Bounds | undefined {
  return steppedBounds(values, niceStep(Math.min(...values), Math.max(...values), MIN_STEPS))
}

/** The range of the values, in the given steps; `undefined` if all are the same. */
export function steppedBounds(values: readonly number[], step: number): Bounds | undefined {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (values.length === 0 || low === high) return undefined
  // Counts fractional steps as whole numbers, so that the ends carry no rounding error.
  const round = (steps: number) => Number((steps * step).toPrecision(12))
  return { min: round(Math.floor(low / step)), max: round(Math.ceil(high / step)), step }
}

/** The step of a slider between two ends: 1, 2 or 5 times a power of ten, in at least `least` steps. */
export function niceStep(from: number, to: number, least: number): number {
  const rough = (to - from) / least
  if (!(rough > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [5, 2, 1].find((one) => one * power <= rough) ?? 1
  return factor * power
}
