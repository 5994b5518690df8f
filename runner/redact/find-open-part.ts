import { findValues } from './find-values.ts'
import { longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import { unitsOf } from './redaction-stream.ts'
import { type Span, unionsOf } from './spans.ts'

/** A text may end within an escape or within a group of Base64: so many characters are in no window yet. */
const longestRest = 8

/**
 * The part of a value with which a text ends, in any encoding, as long as the text may go on with the rest of the value.
 * `parts`: the windows of the values. Parts that are shorter than a window are not found.
 */
export function findOpenPart(parts: KnownValues, text: string): Span | undefined {
  const from = Math.max(0, text.length - longestWindow)
  const spans: Span[] = []
  findValues(parts, { units: unitsOf(text, from, text.length), base: from }, (span) => spans.push(span))
  const last = [...unionsOf(spans, [])].at(-1)
  if (last === undefined || last.end < text.length - longestRest) return undefined
  // A window that ends a value needs no rest.
  const isOpen = spans.some((span) => span.end === last.end && (span.last ?? -1) === -1)
  return isOpen ? { start: last.start, end: text.length } : undefined
}
