import type { Price } from '#runner/contract/travel-fields.ts'
import { cleanCopy } from '../clean-text.ts'
import type { Steps } from '../steps.ts'

/**
 * The valid results, with clean texts and recomputed sums, each id once. Repeats of the same result count as one; of
 * different results under one id, the cheapest stays. `leftOut` counts the results that are invalid, beyond `max`,
 * or dropped for a cheaper one. Does not change its input: a cached answer has one list for all requests. Each result
 * is a step.
 */
export function* readResults<Result extends { id: string; price: Price }>(
  results: readonly unknown[],
  holds: (result: unknown) => result is Result,
  recount: (result: Result) => Result,
  max: number,
): Steps<{ kept: Result[]; leftOut: number }> {
  const byId = new Map<string, Result>()
  let leftOut = Math.max(0, results.length - max)
  for (const given of results.slice(0, max)) {
    const copy = cleanCopy(given, ['booking_url'])
    const result = holds(copy) ? recount(copy) : undefined
    const other = result && byId.get(result.id)
    if (!result) leftOut++
    else if (!other) byId.set(result.id, result)
    else if (JSON.stringify(other) !== JSON.stringify(result)) {
      leftOut++
      byId.set(result.id, firstOf(other, result))
    }
    yield
  }
  return { kept: [...byId.values()], leftOut }
}

function firstOf<Result extends { price: Price }>(a: Result, b: Result): Result {
  const difference = a.price.amount - b.price.amount
  if (difference !== 0) return difference < 0 ? a : b
  return JSON.stringify(a) < JSON.stringify(b) ? a : b
}
