import { atOnce } from '../slices/run-in-slices.ts'
import { blockLength, blockWithReach, findingValues, findValues } from './find-values.ts'
import type { KnownValues } from './known-values.ts'
import { maskOf, maskStart } from './mask.ts'
import type { Found, Matcher } from './matcher.ts'
import { type KnownMask, type Span, unionsOf } from './spans.ts'

export type RedactionStream = {
  /** Takes the next piece of the text, and returns the redacted part that is final. */
  push(chunk: string): string
  /** Returns the rest. Nothing may be pushed afterwards. */
  end(): string
}

/** A stream that works in short steps. Each must be finished before the next begins. */
export type RedactionSteps = {
  push(chunk: string): Steps<string>
  end(): Steps<string>
}

/** Yields the units of text that each step has looked at. */
export type Steps<Result> = Generator<number, Result>

/** How far a rule looks back before a match, and then to the start of a mask. */
const context = 16 + maskOf('longest mask').length

/** The buffered part of the text. `base`: the position of its first character in the whole text. */
type Part = { readonly text: string; readonly base: number; readonly isEnd: boolean }

/**
 * Finds spans. Its result does not depend on how the text is split, because it decides a position only once all
 * relevant text has arrived. All spans that start before `decided` have been reported. Text before `needed` is not read
 * again; between `decided` and `needed` is a span whose end is still unknown.
 */
type Finder = (part: Part, take: (span: Span) => void) => Steps<{ readonly decided: number; readonly needed: number }>

/** A secret without a known end: its mask needs only its length and last characters. */
type Open = { readonly found: Found; readonly more: RegExp; readonly start: number; secret: string }

function finderOf(matcher: Matcher, isAgain: boolean): Finder {
  let next = 0
  /** The end of the last mask. */
  let masked = -1
  let open: Open | undefined

  /** Consumes the pieces of an open secret that start before `limit`. True: the secret has ended. */
  function takeMore(secret: Open, { text, base, isEnd }: Part, limit: number): boolean {
    while (next < limit) {
      secret.more.lastIndex = next - base
      const [piece] = secret.more.exec(text) ?? []
      if (piece === undefined) {
        const close = secret.found.close
        if (close !== undefined) {
          close.lastIndex = next - base
          next += close.exec(text)?.[0].length ?? 0
        }
        return true
      }
      // The mask needs only the length and the end.
      secret.secret = secret.secret.slice(-64) + piece
      next += piece.length
    }
    return isEnd
  }

  return function* find(part, take) {
    const { text, base, isEnd } = part
    const limit = base + text.length - (isEnd ? 0 : matcher.reach)
    const mask = (span: Span) => {
      take(span)
      masked = span.end
    }
    const mayFind = matcher.mayFind(text) && (!isAgain || text.includes(maskStart))
    if (open === undefined && !mayFind) next = Math.max(next, limit)
    while (next < limit || (isEnd && open !== undefined)) {
      if (open !== undefined) {
        if (!takeMore(open, part, limit)) break
        mask({ start: open.start, end: next, mask: open.found.maskOf(open.secret) })
        open = undefined
        continue
      }
      // What follows a mask begins like a text of its own.
      const from = next === masked ? next : base
      const rest = text.slice(from - base)
      const found = matcher.find(rest, next - from)
      if (found === undefined || from + found.at >= limit) {
        next = limit
        break
      }
      const start = from + found.start
      const secret = rest.slice(found.start, found.end)
      next = from + found.end
      if (found.more === undefined) mask({ start, end: next, mask: found.maskOf(secret) })
      else open = { found, more: found.more, start, secret }
    }
    return { decided: open?.start ?? next, needed: next }
  }
}

/** Counts blocks from the start of the text, so that they do not depend on how it is split. */
function finderOfValues(known: KnownValues, isAgain: boolean): Finder {
  let next = 0
  return function* find({ text, base, isEnd }, take) {
    const end = base + text.length
    while (next + blockWithReach <= end || (isEnd && next < end)) {
      const [from, to] = [next - base, next - base + blockWithReach]
      if (!isAgain || text.slice(Math.max(0, from - context), to).includes(maskStart)) {
        yield* findingValues(known, { units: unitsOf(text, from, to), base: next }, take)
      }
      next += blockLength
    }
    return { decided: next, needed: next }
  }
}

export function unitsOf(text: string, from: number, to: number): Uint16Array {
  const { buffer, byteOffset, length } = Buffer.from(text.slice(from, to), 'utf16le')
  return new Uint16Array(buffer, byteOffset, length / 2)
}

/** What to hide: known values with their masks, and what the rules find. */
export type Hidden = {
  readonly known: { readonly values: KnownValues; readonly masks: readonly KnownMask[] } | undefined
  readonly matchers: readonly Matcher[]
  /** The text was redacted before, so something new can only be beside a mask. */
  readonly isAgain?: boolean
}

const findersOf = ({ known, matchers, isAgain = false }: Hidden): Finder[] => [
  ...matchers.map((matcher) => finderOf(matcher, isAgain)),
  ...(known ? [finderOfValues(known.values, isAgain)] : []),
]

/**
 * Redacts a text that arrives in pieces. All finders search the original text, and overlapping spans are masked as one.
 * The buffer is bounded, however long a secret is.
 */
export function createSteps(hidden: Hidden): RedactionSteps {
  const { known, matchers } = hidden
  const finders = findersOf(hidden)
  const step = Math.max(known ? blockWithReach : 0, ...matchers.map(({ reach }) => 2 * reach))
  const masks = known?.masks ?? []
  let text = ''
  let base = 0
  /** Text up to here was returned, masked or not. */
  let shown = 0
  let needed = 0
  let spans: Span[] = []

  /** Returns less for a long span, whose text is no longer buffered. */
  const textBetween = (from: number, to: number) => text.slice(Math.max(0, from - base), Math.max(0, to - base))

  function* advance(isEnd: boolean): Steps<string> {
    const reached: { readonly decided: number; readonly needed: number }[] = []
    for (const find of finders) {
      reached.push(yield* find({ text, base, isEnd }, (span) => spans.push(span)))
      yield text.length
    }
    const end = base + text.length
    const decided = isEnd ? end : Math.min(end, ...reached.map((each) => each.decided))
    needed = isEnd ? end : Math.min(end, ...reached.map((each) => each.needed))
    const parts: string[] = []
    let open: Span[] = []
    for (const union of unionsOf(spans, masks)) {
      // A later span may still extend this union, or it overlaps a secret whose end is not known yet.
      if (union.end > decided && !isEnd) {
        open = open.concat(union.spans)
        continue
      }
      parts.push(textBetween(shown, union.start), union.mask)
      shown = union.end
    }
    const limit = Math.min(decided, ...open.map(({ start }) => start))
    if (limit > shown) {
      parts.push(textBetween(shown, limit))
      shown = limit
    }
    // Spans inside a span without a known end add nothing.
    spans = open.filter((span) => span.start < decided || span.end > needed)
    const past = Math.max(0, needed - context - base)
    text = text.slice(past)
    base += past
    return parts.join('')
  }

  return {
    *push(chunk) {
      text += chunk
      // Works in large steps, because each step searches the buffered text again.
      return base + text.length - needed < step ? '' : yield* advance(false)
    },
    end: () => advance(true),
  }
}

/** `createSteps` for a caller that cannot wait. */
export function createStream(hidden: Hidden): RedactionStream {
  return inOneStep(createSteps(hidden))
}

export const inOneStep = (steps: RedactionSteps): RedactionStream => ({
  push: (chunk) => atOnce(steps.push(chunk)),
  end: () => atOnce(steps.end()),
})

/** Redacts the whole text at once. Returns the same text when there is nothing to redact. */
export function redactAll(hidden: Hidden, text: string): string {
  const { known, matchers, isAgain } = hidden
  const some = {
    ...hidden,
    known: known && (isAgain || mayHold(known.values, text)) ? known : undefined,
    matchers: matchers.filter((matcher) => matcher.mayFind(text) && matcher.find(text, 0) !== undefined),
  }
  if (some.known === undefined && some.matchers.length === 0) return text
  const stream = createStream(some)
  return stream.push(text) + stream.end()
}

/** The spans to mask in a whole text. */
export function* findingSpans(hidden: Hidden, text: string): Steps<Span[]> {
  const spans: Span[] = []
  for (const find of findersOf(hidden)) {
    yield* find({ text, base: 0, isEnd: true }, (span) => spans.push(span))
    yield text.length
  }
  return spans
}

/** Whether a text contains a known value or a part of one. */
export function mayHold(known: KnownValues, text: string): boolean {
  let holds = false
  for (let at = 0; at < text.length && !holds; at += blockLength) {
    findValues(known, { units: unitsOf(text, at, at + blockWithReach), base: at }, () => {
      holds = true
    })
  }
  return holds
}
