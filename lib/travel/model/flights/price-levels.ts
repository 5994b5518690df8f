/** A quarter of the known prices: 1 is the lowest. */
export type PriceLevel = 1 | 2 | 3 | 4

const levels: readonly PriceLevel[] = [1, 2, 3, 4]

export type PriceScale = ReturnType<typeof priceScale>

/**
 * The quarters of prices, and the lowest fresh price if a higher one is known.
 *
 * @param fresh the prices that are not old: only they can be the lowest
 */
export function priceScale(amounts: readonly number[], fresh = amounts) {
  const [lowest, lowestFresh] = [Math.min(...amounts), Math.min(...fresh)]
  const hasHigher = amounts.some((amount) => amount > lowestFresh)
  return { ...priceLevels(amounts), lowest, isLowest: (amount: number) => hasHigher && amount === lowestFresh }
}

/** Splits prices into quarters of their number; equal prices share a quarter. */
export function priceLevels(amounts: readonly number[]) {
  const sorted = amounts.toSorted((a, b) => a - b)
  const highest = levels.map((level) => ({ level, upTo: sorted[Math.ceil((sorted.length * level) / 4) - 1] ?? 0 }))
  /** The highest price of each quarter, in order; a quarter without a price of its own is left out. */
  const bounds = sorted.length === 0 ? [] : highest.filter(({ upTo }, at) => upTo !== highest[at - 1]?.upTo)
  return { bounds, levelOf: (amount: number): PriceLevel => bounds.find(({ upTo }) => amount <= upTo)?.level ?? 4 }
}
