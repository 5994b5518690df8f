import { findValues } from './find-values.ts'
import { longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import { unitsOf } from './redaction-stream.ts'
import { type Span, unionsOf } from './spans.ts'

/** The most characters of an incomplete escape or Base64 group at the end of a text, which no window includes yet. */
const longestRest = 8

/**
 * Finds a part of a value, in any encoding, at the end of a text that may continue with the rest of the value.
 * `parts`: the windows of the values. Does not find parts that are shorter than a window.
 */
export function findOpenPart(parts: KnownValues, text: string): Span | undefined {
  const from = Math.max(0, text.length - longestWindow)
  const spans: Span[] = []
  findValues(parts, { units: unitsOf(text, from, text.length), base: from }, (span) => spans.push(span))
  const last = [...unionsOf(spans, [])].at(-1)
  if (last === undefined || last.end < text.length - longestRest) return undefined
  // The value is complete if the window is its end.
  const isOpen = spans.some((span) => span.end === last.end && (span.last ?? -1) === -1)
  return isOpen ? { start: last.start, end: text.length } : undefined
}
