import type { Choice, Range } from './choice.ts'

/**
 * The filters' rules, implemented independently, for property tests: an oracle that used the code under test would
 * agree with its mistakes.
 */

/** A value is allowed if an `only` choice lists it, or an `except` choice does not. */
export function mayOccur(choice: Choice | null, value: string): boolean {
  if (choice === null) return true
  const listed = choice.values.filter((one) => one === value).length > 0
  return choice.kind === 'only' ? listed : !listed
}

/** Both ends are inclusive; null means unbounded. */
export function isInside(range: Range | null, value: number): boolean {
  const { from, to } = range ?? { from: null, to: null }
  return !(from !== null && value < from) && !(to !== null && value > to)
}
