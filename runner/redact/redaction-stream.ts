import { blockLength, blockWithReach, findValues } from './find-values.ts'
import type { KnownValues } from './known-values.ts'
import type { Found, Matcher } from './matcher.ts'
import { type KnownMask, type Span, unionsOf } from './spans.ts'

export type RedactionStream = {
  /** Takes the next piece of the text, gives back what is decided of it. */
  push(chunk: string): string
  /** The rest. Nothing may be pushed afterwards. */
  end(): string
}

/** What a rule looks at before a match. */
const context = 16

/** The part of a text that is at hand: its first character is at `base` of the whole. */
type Part = { readonly text: string; readonly base: number; readonly isEnd: boolean }

/**
 * One that finds spans. Where the pieces of the text end changes nothing: a place is decided when all that can decide it is there.
 * Every span that begins before `decided` was taken. Text before `needed` is looked at no more; from `decided` to there it
 * is part of a span whose end is not known yet.
 */
type Finder = (part: Part, take: (span: Span) => void) => { readonly decided: number; readonly needed: number }

/** A secret that goes on: how long it is so far, and its last characters. */
type Open = { readonly found: Found; readonly more: RegExp; readonly start: number; secret: string }

function finderOf(matcher: Matcher): Finder {
  let next = 0
  let open: Open | undefined

  /** Takes the pieces of an open secret that begin before `limit`. True when it is over. */
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
      // Its length and its end are all that the mask needs.
      secret.secret = secret.secret.slice(-64) + piece
      next += piece.length
    }
    return isEnd
  }

  return (part, take) => {
    const { text, base, isEnd } = part
    const limit = base + text.length - (isEnd ? 0 : matcher.reach)
    while (next < limit || (isEnd && open !== undefined)) {
      if (open !== undefined) {
        if (!takeMore(open, part, limit)) break
        take({ start: open.start, end: next, mask: open.found.maskOf(open.secret) })
        open = undefined
        continue
      }
      const found = matcher.find(text, next - base)
      if (found === undefined || base + found.at >= limit) {
        next = limit
        break
      }
      const start = base + found.start
      const secret = text.slice(found.start, found.end)
      next = base + found.end
      if (found.more === undefined) take({ start, end: next, mask: found.maskOf(secret) })
      else open = { found, more: found.more, start, secret }
    }
    return { decided: open?.start ?? next, needed: next }
  }
}

/** Blocks are counted from the start of the text, so that they are the same however it comes. */
function finderOfValues(known: KnownValues): Finder {
  let next = 0
  return ({ text, base, isEnd }, take) => {
    const end = base + text.length
    while (next + blockWithReach <= end || (isEnd && next < end)) {
      findValues(known, { units: unitsOf(text, next - base, next - base + blockWithReach), base: next }, take)
      next += blockLength
    }
    return { decided: next, needed: next }
  }
}

export function unitsOf(text: string, from: number, to: number): Uint16Array {
  const units = new Uint16Array(Math.min(to, text.length) - from)
  for (let at = 0; at < units.length; at += 1) units[at] = text.charCodeAt(from + at)
  return units
}

/** What is hidden: known values, with their masks, and what rules find. */
export type Hidden = {
  readonly known: { readonly values: KnownValues; readonly masks: readonly KnownMask[] } | undefined
  readonly matchers: readonly Matcher[]
}

/**
 * Redacts a text that comes in pieces. All is looked for in the text as it came; what overlaps is masked as one. What is held back is
 * bounded, however long a secret is.
 */
export function createStream({ known, matchers }: Hidden): RedactionStream {
  const finders = [...matchers.map(finderOf), ...(known ? [finderOfValues(known.values)] : [])]
  const step = Math.max(known ? blockWithReach : 0, ...matchers.map(({ reach }) => 2 * reach))
  const masks = known?.masks ?? []
  let text = ''
  let base = 0
  /** Up to here the text was given back, masked or not. */
  let shown = 0
  let needed = 0
  let spans: Span[] = []

  /** Of a span that went on for long, the text is not kept. */
  const textBetween = (from: number, to: number) => text.slice(Math.max(0, from - base), Math.max(0, to - base))

  function advance(isEnd: boolean): string {
    const reached = finders.map((find) => find({ text, base, isEnd }, (span) => spans.push(span)))
    const end = base + text.length
    const decided = isEnd ? end : Math.min(end, ...reached.map((each) => each.decided))
    needed = isEnd ? end : Math.min(end, ...reached.map((each) => each.needed))
    const parts: string[] = []
    let open: Span[] = []
    for (const union of unionsOf(spans, masks)) {
      // What is not decided yet may overlap with it, or is part of a span whose end is not known.
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
    // Those inside a span that goes on say nothing more.
    spans = open.filter((span) => span.start < decided || span.end > needed)
    const past = Math.max(0, needed - context - base)
    text = text.slice(past)
    base += past
    return parts.join('')
  }

  return {
    push(chunk) {
      text += chunk
      // In large steps: each looks at what is held back once more.
      return base + text.length - needed < step ? '' : advance(false)
    },
    end: () => advance(true),
  }
}

/** The whole text at once; the same text when there is nothing in it. */
export function redactAll({ known, matchers }: Hidden, text: string): string {
  const some = {
    known: known && mayHold(known.values, text) ? known : undefined,
    matchers: matchers.filter((matcher) => matcher.mayFind(text) && matcher.find(text, 0) !== undefined),
  }
  if (some.known === undefined && some.matchers.length === 0) return text
  const stream = createStream(some)
  return stream.push(text) + stream.end()
}

/** Whether a known value, or a part of one, stands in a text. */
export function mayHold(known: KnownValues, text: string): boolean {
  let holds = false
  for (let at = 0; at < text.length && !holds; at += blockLength) {
    findValues(known, { units: unitsOf(text, at, at + blockWithReach), base: at }, () => {
      holds = true
    })
  }
  return holds
}
