import { blockLength, blockWithReach, type FoundWindow, findingValues } from '../redact/find-values.ts'
import type { KnownValues } from '../redact/known-values.ts'
import { unitsOf } from '../redact/redaction-stream.ts'
import { type KnownMask, type Span, type Union, unionsOf } from '../redact/spans.ts'
import { atOnce, runInSlices } from '../slices/run-in-slices.ts'
import { keepJson } from './scrub-json.ts'

/** A real value and its replacement in the skill's view. */
export type Masked = { readonly value: string; readonly mask: string }

export type Scrubber = {
  text(text: string): string
  /**
   * Returns the same bytes when there is nothing to scrub. JSON stays JSON. Works in slices, so other work can run in
   * between.
   */
  bytes(bytes: Uint8Array): Promise<Uint8Array>
}

/**
 * Replaces real values, in any encoding, by their masks, and parts of them by a generic mask. `known`: the values,
 * prepared for the search. `isLeft`: whether a part stays unmasked if it overlaps no other match. Such a part never
 * changes how other matches are masked.
 */
export function createScrubber(
  secrets: readonly Masked[],
  known: KnownValues | undefined,
  isLeft: (known: KnownValues, found: FoundWindow) => boolean,
): Scrubber {
  if (known === undefined) return { text: (text) => text, bytes: async (bytes) => bytes }
  const search = {
    known,
    masks: secrets.map(({ value, mask }) => ({ mask, length: value.length })),
    isLeft: (found: FoundWindow) => isLeft(known, found),
  }

  function* scrubText(text: string): Generator<unknown, string> {
    const source = {
      length: text.length,
      block: (from: number, to: number) => unitsOf(text, from, to),
      place: (span: Span) => span,
      part: (from: number, to: number) => text.slice(from, to),
      maskOf: ({ mask }: Union) => mask,
    }
    return (yield* masking(search, source))?.join('') ?? text
  }

  return {
    text: (text) => atOnce(scrubText(text)),
    async bytes(bytes) {
      const source = {
        length: bytes.length,
        block: (from: number, to: number) => new Uint16Array(bytes.subarray(from, to)),
        place: (span: Span) => wholeCharacters(bytes, span),
        part: (from: number, to: number) => bytes.subarray(from, to),
        maskOf: (union: Union) => Buffer.from(widened(bytes, union)),
      }
      const pieces = await runInSlices(masking(search, source))
      return pieces === undefined ? bytes : keepJson(bytes, Buffer.concat(pieces), scrubText)
    },
  }
}

/** Scrubs with one after the other, so that what the first masks does not depend on the second. */
export const inOrder = (first: Scrubber, second: Scrubber): Scrubber => ({
  text: (text) => second.text(first.text(text)),
  bytes: async (bytes) => second.bytes(await first.bytes(bytes)),
})

type Search = {
  readonly known: KnownValues
  readonly masks: readonly KnownMask[]
  readonly isLeft: (found: FoundWindow) => boolean
}
type Source<Piece> = {
  readonly length: number
  block(from: number, to: number): Uint16Array
  place(span: Span): Span
  part(from: number, to: number): Piece
  maskOf(union: Union): Piece
}

/** The unmasked pieces with masks between them. `undefined`: there is nothing to mask. */
function* masking<Piece>(
  { known, masks, isLeft }: Search,
  source: Source<Piece>,
): Generator<unknown, Piece[] | undefined> {
  const pieces: Piece[] = []
  let shown = 0
  let spans: Span[] = []
  for (let at = 0; at < source.length; at += blockLength) {
    const block = source.block(at, at + blockWithReach)
    yield* findingValues(known, { units: block, base: at }, (found) =>
      spans.push({ ...source.place(found), isLeft: isLeft(found) }),
    )
    const unions = [...unionsOf(spans, masks)]
    spans = []
    for (const union of unions) {
      // A match that starts in the next block may overlap this union.
      if (union.end > at + blockLength) {
        spans.push(...union.spans)
        continue
      }
      if (union.isLeft) continue
      pieces.push(source.part(shown, union.start), source.maskOf(union))
      shown = union.end
    }
  }
  return pieces.length === 0 ? undefined : [...pieces, source.part(shown, source.length)]
}

/** Extends a span to whole UTF-8 characters, so that no part of a character remains. */
function wholeCharacters(bytes: Uint8Array, span: Span): Span {
  const isInside = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80
  let { start, end } = span
  while (isInside(start) && start > span.start - 3) start -= 1
  while ((bytes[span.end - 1] ?? 0) >= 0x80 && isInside(end) && end < span.end + 3) end += 1
  return { ...span, start: Math.max(0, start), end }
}

/** Widens the mask to the character width of the masked text: UTF-16 and UTF-32 have zeros between letters. */
function widened(bytes: Uint8Array, { start, mask }: Union): string {
  let zeros = 0
  while (zeros < 3 && bytes[start + 1 + zeros] === 0) zeros += 1
  return [...mask].join('\0'.repeat(zeros))
}

/** A request as the skill wrote it. */
export type SentRequest = {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
}

/**
 * The parts of real values that the skill itself sent in this session. They stay unmasked in responses, because the
 * skill knows them, and a mask would confirm a guess.
 */
type SentParts = {
  /** Searches a skill's request before real values are inserted. Works in slices, so other work can run in between. */
  note(known: KnownValues, request: SentRequest): Promise<void>
  /** Whether a match in a response is a part that the skill sent. Never true for a whole value. */
  isSent(known: KnownValues, found: FoundWindow): boolean
}

const nothing = new Uint8Array()

export function createSentParts(): SentParts {
  const parts = new Set<string>()

  function* search(known: KnownValues, { url, headers, body = nothing }: SentRequest): Generator<unknown, void> {
    const note = ({ window }: FoundWindow) => {
      if (window !== -1) parts.add(known.textOf(window))
    }
    for (const text of [url, ...headers.flat()])
      yield* findingValues(known, { units: unitsOf(text, 0, text.length), base: 0 }, note)
    for (let at = 0; at < body.length; at += blockLength)
      yield* findingValues(known, { units: new Uint16Array(body.subarray(at, at + blockWithReach)), base: at }, note)
  }

  return {
    note: (known, request) => runInSlices(search(known, request)),
    isSent: (known, { window, first, last }) =>
      window !== -1 && !(first !== -1 && first === last) && parts.has(known.textOf(window)),
  }
}
