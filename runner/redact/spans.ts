import { hiddenMask } from './mask.ts'

/**
 * A part of a text that is to be masked. `first`, `last`: the known value that begins with it, and that ends with it; -1: none.
 * `mask`: what stands for all of it, when it is none of a known value.
 */
export type Span = {
  readonly start: number
  readonly end: number
  readonly first?: number
  readonly last?: number
  readonly mask?: string
  /** It need not be masked by itself. */
  readonly isLeft?: boolean
}

/** How a known value is masked, by its number. */
export type KnownMask = { readonly mask: string; readonly length: number }

/**
 * Spans that overlap, as one. `spans`: those that say something of it, however many there were. `isLeft`: none of them has to be
 * masked.
 */
export type Union = {
  readonly isLeft: boolean
  readonly start: number
  readonly end: number
  readonly mask: string
  readonly spans: readonly Span[]
}

/** Unions of spans in their order, with what covers each: a whole value, what one rule found, or nothing that is known. */
export function* unionsOf(spans: readonly Span[], masks: readonly KnownMask[]): Generator<Union> {
  const sorted = spans.toSorted((one, other) => one.start - other.start)
  for (let at = 0; at < sorted.length; ) {
    const together: Span[] = []
    const start = sorted[at]?.start ?? 0
    let end = start
    for (let span = sorted[at]; span && (span.start < end || together.length === 0); span = sorted[at]) {
      together.push(span)
      end = Math.max(end, span.end)
      at += 1
    }
    const told = telling(together)
    const isLeft = told.every((span) => span.isLeft === true)
    yield { start, end, mask: maskOfAll(told, start, end, masks), spans: told, isLeft }
  }
}

/** What rules found, all that is known as one, and of each value its first start and its last end. */
function telling(spans: readonly Span[]): Span[] {
  const ofRules = spans.filter(({ mask }) => mask !== undefined)
  const known = spans.filter(({ mask }) => mask === undefined)
  const [begun] = known
  if (begun === undefined) return ofRules
  const firsts = new Map<number, Span>()
  const lasts = new Map<number, Span>()
  const isLeft = known.every((span) => span.isLeft === true)
  let end = begun.end
  for (const span of known) {
    const { first = -1, last = -1 } = span
    end = Math.max(end, span.end)
    if (first !== -1 && !firsts.has(first)) firsts.set(first, span)
    if (last !== -1 && (lasts.get(last)?.end ?? -1) < span.end) lasts.set(last, span)
  }
  return [...ofRules, { start: begun.start, end, isLeft }, ...firsts.values(), ...lasts.values()]
}

function maskOfAll(spans: readonly Span[], start: number, end: number, masks: readonly KnownMask[]): string {
  const coversAll = (span: Span) => span.start === start && span.end === end
  const ofRule = spans.find((span) => span.mask !== undefined && coversAll(span))?.mask ?? hiddenMask
  const known = spans.filter(({ mask }) => mask === undefined)
  if (!known.some(coversAll)) return ofRule
  const whole = known.flatMap(({ first = -1, start: begun }) => {
    const value = masks[first]
    const isWhole = value && known.some(({ last, end: ended }) => last === first && ended - begun >= value.length)
    return isWhole ? [value] : []
  })
  return whole.toSorted((one, other) => other.length - one.length)[0]?.mask ?? ofRule
}
