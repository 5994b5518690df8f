/** A day's price in a chart. */
export type PricedDay = { readonly day: string; readonly amount: number }

const dayMs = 86_400_000
const height = 76
const margin = 6

/**
 * Draws the prices of the days up to today (UTC), in units of one day across and `height` down. `undefined` if these
 * have no price. `days` must be in order. Days before both the first price and `savedAtMs` are blank, not gaps.
 */
export function drawPriceHistory(
  days: readonly PricedDay[],
  nowMs: number,
  width: number,
  limit?: number,
  savedAtMs = 0,
) {
  const firstMs = (Math.floor(nowMs / dayMs) - width + 1) * dayMs
  const placed = days
    .map((one) => ({ ...one, x: (Date.parse(one.day) - firstMs) / dayMs }))
    .filter(({ x }) => x >= 0 && x < width)
  const [first] = placed
  const last = placed.at(-1)
  if (first === undefined || last === undefined) return undefined
  const savedX = Math.floor(savedAtMs / dayMs) - firstMs / dayMs
  const from = Math.max(0, Math.min(savedX, first.x))
  const lowest = placed.reduce((low, one) => (one.amount < low.amount ? one : low), first)
  const highest = placed.reduce((high, one) => (one.amount > high.amount ? one : high), first)
  // Leaves out a limit that is far from the prices, because it would flatten the line.
  const span = Math.max(highest.amount - lowest.amount, highest.amount * 0.02)
  const shows = limit !== undefined && limit > lowest.amount - span && limit < highest.amount + span
  const bottom = Math.min(lowest.amount, shows ? limit : lowest.amount)
  const top = Math.max(highest.amount, shows ? limit : highest.amount)
  const yOf = (amount: number) =>
    top === bottom ? height / 2 : margin + ((top - amount) / (top - bottom)) * (height - 2 * margin)
  const known = new Map(placed.map(({ x, amount }) => [x, yOf(amount)]))
  /** One step line for each run of days with a price. */
  const lines: string[] = []
  /** The runs of days without a price since the search was saved: the first day (`x`) and the number of days. */
  const gaps: { x: number; width: number }[] = []
  for (let x = from; x < width; x++) {
    const y = known.get(x)
    if (y === undefined) {
      const open = gaps.at(-1)
      if (open && open.x + open.width === x) open.width++
      else gaps.push({ x, width: 1 })
    } else if (known.has(x - 1)) lines.push(`${lines.pop()}V${y.toFixed(1)}H${x + 1}`)
    else lines.push(`M${x} ${y.toFixed(1)}H${x + 1}`)
  }
  return {
    width,
    height,
    lines,
    gaps,
    /** The last price. `isToday` if the price is from the last day of the chart. */
    last: { x: last.x + 0.5, y: yOf(last.amount), isToday: last.x === width - 1 },
    /** The alert's price limit, if it is within the chart. */
    limitY: shows ? yOf(limit) : undefined,
    lowest,
    highest,
    missing: width - from - placed.length,
  }
}
