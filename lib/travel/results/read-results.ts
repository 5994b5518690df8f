import type * as z from 'zod'
import type { Price } from '#runner/contract/travel-fields.ts'
import { cleanTexts } from '../clean-text.ts'

/** As many as the contract lets anybody ask for; what a source sends beyond them is left out. */
const MOST_RESULTS = 1000

/**
 * The results that keep to the contract, with clean texts and their sums counted anew, each id once: the same result sent twice
 * is one; of different results under one id the cheapest stays, whatever their order. `leftOut` counts the others.
 */
export function readResults<Result extends { id: string; price: Price }>(
  results: readonly unknown[],
  schema: z.ZodType<Result>,
  recount: (result: Result) => Result,
): { kept: Result[]; leftOut: number } {
  const byId = new Map<string, Result>()
  let leftOut = Math.max(0, results.length - MOST_RESULTS)
  for (const given of results.slice(0, MOST_RESULTS)) {
    const { data } = schema.safeParse(given)
    if (data) cleanTexts(data, ['booking_url'])
    const result = data && recount(data)
    const other = result && byId.get(result.id)
    if (!result) leftOut++
    else if (!other) byId.set(result.id, result)
    else if (JSON.stringify(other) !== JSON.stringify(result)) {
      leftOut++
      byId.set(result.id, firstOf(other, result))
    }
  }
  return { kept: [...byId.values()], leftOut }
}

function firstOf<Result extends { price: Price }>(a: Result, b: Result): Result {
  const difference = a.price.amount - b.price.amount
  if (difference !== 0) return difference < 0 ? a : b
  return JSON.stringify(a) < JSON.stringify(b) ? a : b
}
