/** With more charges than this, only the sum of all charges is compared with the gap. */
const maxTried = 10

/**
 * Finds the charges that the provider's total contains although they are marked as not included: the mark may mean that
 * the base does not include them. The gap between base and total (`gap`) decides, within `slack` minor units.
 * `contained` is the sum of the included charges. `isComplete` says that the part of the gap that each charge would
 * fill is known. The full rule: docs/decisions/024-hotel-totals.md.
 */
export function chargesInTotal(
  apart: readonly number[],
  { gap, contained, isComplete, slack }: { gap: number; contained: number; isComplete: boolean; slack: number },
): ReadonlySet<number> {
  const isFull = contained > 0 && Math.abs(gap - contained) <= slack
  if (gap <= slack || isFull) return new Set()
  const exact = [gap - contained, gap]
    .map((target) => charging(apart, target, slack))
    .find((found) => found !== undefined)
  if (exact !== undefined) return new Set(exact)
  const sum = apart.reduce((all, each) => all + each, 0)
  return new Set(isComplete && sum + contained <= gap + slack ? apart.keys() : [])
}

/** The indexes of the charges that add up to the target, or `undefined`. */
function charging(apart: readonly number[], target: number, slack: number, from = 0): number[] | undefined {
  if (target <= slack) return target >= -slack && from > 0 ? [] : undefined
  if (apart.length > maxTried) {
    const sum = apart.reduce((all, each) => all + each, 0)
    return Math.abs(sum - target) <= slack ? [...apart.keys()] : undefined
  }
  for (let at = from; at < apart.length; at += 1) {
    const others = charging(apart, target - (apart[at] ?? 0), slack, at + 1)
    if (others !== undefined) return [at, ...others]
  }
  return undefined
}
