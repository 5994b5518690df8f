import { blockLength, blockWithReach, findValues, type Present, presentIn } from '../redact/find-values.ts'
import type { KnownValues } from '../redact/known-values.ts'
import { unitsOf } from '../redact/redaction-stream.ts'
import { type KnownMask, type Span, type Union, unionsOf } from '../redact/spans.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

/** A real value, and what a skill sees in its place. */
export type Masked = { readonly value: string; readonly mask: string }

export type Scrubber = {
  text(text: string): string
  /** The same bytes when there is nothing to scrub. Others have their turn meanwhile. */
  bytes(bytes: Uint8Array): Promise<Uint8Array>
}

/**
 * Replaces real values, in whichever form they come back, by their masks, and parts of them by a mask of no value. `knownOf`
 * prepares values for the search.
 */
export function createScrubber(
  secrets: readonly Masked[],
  knownOf: (values: readonly string[]) => KnownValues | undefined,
): Scrubber {
  const known = knownOf(secrets.map(({ value }) => value))
  if (known === undefined) return { text: (text) => text, bytes: async (bytes) => bytes }
  const values = known
  const masks = secrets.map(({ value, mask }) => ({ mask, length: value.length }))

  function* find(
    length: number,
    unitsFrom: (from: number, to: number) => Uint16Array,
    present?: Present,
  ): Generator<void, Span[]> {
    const spans: Span[] = []
    for (let at = 0; at < length; at += blockLength) {
      const block = { units: unitsFrom(at, at + blockWithReach), base: at, ...(present ? { present } : {}) }
      findValues(values, block, (span) => spans.push(span))
      yield
    }
    return spans
  }

  return {
    text(text) {
      const spans = atOnce(find(text.length, (from, to) => unitsOf(text, from, to)))
      if (spans.length === 0) return text
      return masked(
        spans,
        masks,
        (from, to) => text.slice(from, to),
        ({ mask }) => mask,
      ).join('')
    },
    async bytes(bytes) {
      const unitsFrom = (from: number, to: number) => new Uint16Array(bytes.subarray(from, to))
      const spans = await runInSlices(find(bytes.length, unitsFrom, presentIn(values, bytes)))
      if (spans.length === 0) return bytes
      const whole = spans.map((span) => wholeCharacters(bytes, span))
      const part = (from: number, to?: number) => bytes.subarray(from, to)
      return Buffer.concat(masked(whole, masks, part, (union) => Buffer.from(widened(bytes, union))))
    },
  }
}

function atOnce<Result>(work: Generator<void, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

/** The pieces of what `part` gives, with what is masked between them. */
function masked<Piece>(
  spans: readonly Span[],
  masks: readonly KnownMask[],
  part: (from: number, to?: number) => Piece,
  maskOf: (union: Union) => Piece,
): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const union of unionsOf(spans, masks)) {
    pieces.push(part(at, union.start), maskOf(union))
    at = union.end
  }
  return [...pieces, part(at)]
}

/** Nothing is left of a character of UTF-8 that is found in part. */
function wholeCharacters(bytes: Uint8Array, span: Span): Span {
  const isInside = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80
  let { start, end } = span
  while (isInside(start) && start > span.start - 3) start -= 1
  while ((bytes[span.end - 1] ?? 0) >= 0x80 && isInside(end) && end < span.end + 3) end += 1
  return { ...span, start: Math.max(0, start), end }
}

/** The mask as wide as the characters that it stands for: those of UTF-16 and UTF-32 have zeros between them. */
function widened(bytes: Uint8Array, { start, end, mask }: Union): string {
  let zeros = 0
  while (zeros < 3 && start + 1 + zeros < end && bytes[start + 1 + zeros] === 0) zeros += 1
  return [...mask].join('\0'.repeat(zeros))
}
