import { hiddenMask } from './mask.ts'

/**
 * A part of a text to mask. `first`, `last`: the index of the known value that starts with this span, and of the one
 * that ends with it; -1: none. `mask`: the replacement, if the span is not part of a known value.
 */
export type Span = {
  readonly start: number
  readonly end: number
  readonly first?: number
  readonly last?: number
  readonly mask?: string
  /** This span alone does not have to be masked. */
  readonly isLeft?: boolean
}

/** The mask of a known value, by index. */
export type KnownMask = { readonly mask: string; readonly length: number }

/**
 * Overlapping spans as one. `spans`: the spans that determine its mask, however many overlap. `isLeft`: none of them
 * has to be masked.
 */
export type Union = {
  readonly isLeft: boolean
  readonly start: number
  readonly end: number
  readonly mask: string
  readonly spans: readonly Span[]
}

/**
 * Unions of overlapping spans in order. Each has the mask of the whole value or rule match that covers it, else a
 * generic one.
 */
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

/**
 * The spans that determine the mask: rule matches, all known spans as one, and the first start and last end of each
 * value.
 */
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
