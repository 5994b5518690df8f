import { notInLine } from '#runner/contract/hidden-text.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { Steps } from '../steps.ts'

const MAX_CHARACTERS = 300

/** Deeper than anything in a contract. Text below this depth is dropped, so that the work is bounded. */
const MAX_DEPTH = 12

/** Nearly all texts of an answer. The full pattern is several times slower, and an answer has tens of thousands. */
const plain = /^[ -~]*$/

/**
 * A provider's text for display: well formed, on one line, without effect on surrounding text, and of bounded length.
 */
function cleanText(text: string): string {
  const isShort = text.length <= MAX_CHARACTERS
  if (isShort && (plain.test(text) || (text.isWellFormed() && text.search(notInLine) < 0))) return text
  const cut = isShort ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
  return cut.toWellFormed().replace(notInLine, ' ').replace(/ {2,}/g, ' ').trim()
}

/** A copy of JSON with every text cleaned, except those under the names in `except`. */
export function cleanCopy(value: unknown, except: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((part) => cleanCopy(part, except, depth + 1))
  // Changes a copy in place: pairs of names and values would take twice the time.
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) {
    const part = copy[name]
    if (typeof part !== 'string' || !except.includes(name)) copy[name] = cleanCopy(part, except, depth + 1)
  }
  return copy
}

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
