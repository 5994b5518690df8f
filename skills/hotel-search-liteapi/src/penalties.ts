import type { CancellationPenalty } from '#runner/contract/capabilities/hotel-result.ts'
import type { Moment } from '#runner/sdk/deadlines.ts'
import type { Money } from '#runner/sdk/money.ts'

/** From `start` on (absent: from now), cancelling the room costs this. A later step replaces an earlier one. */
export type Step = { readonly start: Moment | undefined; readonly cost: CancellationPenalty }

/** `isReadable`: the provider states penalties, and `steps` has all of them. */
export type Room = { readonly steps: readonly Step[]; readonly isReadable: boolean }

export function isCostly({ price, percent = 0, text }: CancellationPenalty): boolean {
  return (price?.amount ?? 0) > 0 || percent > 0 || text !== undefined
}

/**
 * The penalties of all rooms together, because the prices of penalties are for all rooms. Those of one room are as the
 * provider states them. Those of several rooms are added up for each moment at which one of them changes. If the sum
 * cannot be computed, the penalty has no cost.
 */
export function combinedPenalties(rooms: readonly Room[], money: Money): CancellationPenalty[] {
  const steps = rooms.flatMap((room) => room.steps)
  if (rooms.length === 1) return distinct(steps.map(({ start, cost }) => startingAt(start, cost)))
  const starts = new Map(steps.map(({ start }) => [msOf(start), start]))
  const penalties: CancellationPenalty[] = []
  let isKnown = true
  for (const [ms, start] of [...starts].sort(([a], [b]) => a - b)) {
    const sum = sumOf(
      rooms.map((room) => costAt(room, ms, money)),
      money,
    )
    if (sum !== undefined || isKnown) penalties.push(startingAt(start, sum ?? {}))
    isKnown = sum !== undefined
  }
  return penalties
}

const msOf = (start: Moment | undefined): number => start?.ms ?? Number.NEGATIVE_INFINITY

const startingAt = (start: Moment | undefined, cost: CancellationPenalty): CancellationPenalty => ({
  ...(start === undefined ? {} : { from: start.text }),
  ...cost,
})

const distinct = (penalties: readonly CancellationPenalty[]): CancellationPenalty[] => [
  ...new Map(penalties.map((penalty) => [JSON.stringify(penalty), penalty])).values(),
]

/** What cancelling one room costs at a moment. `undefined`: unknown. */
function costAt({ steps, isReadable }: Room, ms: number, money: Money): CancellationPenalty | undefined {
  if (!isReadable) return undefined
  const begun = steps.filter(({ start }) => msOf(start) <= ms)
  const latest = begun.reduce((found, { start }) => Math.max(found, msOf(start)), Number.NEGATIVE_INFINITY)
  const costs = distinct(begun.flatMap(({ start, cost }) => (msOf(start) === latest && isCostly(cost) ? [cost] : [])))
  const [first = { price: money.price(0) }, ...others] = costs
  if (others.length === 0) return first
  // Of several prices for the same moment, the highest counts.
  const prices = costs.flatMap(({ price }) => price ?? [])
  return prices.length < costs.length ? undefined : { price: prices.reduce((a, b) => (b.amount > a.amount ? b : a)) }
}

/** Adds up prices. Equal percentages of all rooms are that percentage of the whole price. `undefined`: unknown. */
function sumOf(costs: readonly (CancellationPenalty | undefined)[], money: Money): CancellationPenalty | undefined {
  const [first] = costs
  if (first?.percent !== undefined) {
    return costs.every((cost) => cost?.percent === first.percent) ? { percent: first.percent } : undefined
  }
  let sum = 0
  for (const cost of costs) {
    const minor = money.parse(cost?.price?.amount)
    if (minor === undefined) return undefined
    sum += minor
  }
  return { price: money.price(sum) }
}
