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
}

/** Spans that overlap, as one. */
export type Union = { readonly start: number; readonly end: number; readonly mask: string }

/** How a known value is masked, by its number. */
export type KnownMask = { readonly mask: string; readonly length: number }

/** Unions of spans in their order, with what covers each: a whole value, what one rule found, or nothing that is known. */
export function* unionsOf(spans: readonly Span[], masks: readonly KnownMask[]): Generator<Union & { spans: Span[] }> {
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
    yield { start, end, mask: maskOfAll(together, start, end, masks), spans: together }
  }
}

function maskOfAll(spans: readonly Span[], start: number, end: number, masks: readonly KnownMask[]): string {
  const whole = spans.find((span) => span.mask !== undefined && span.start === start && span.end === end)
  const known = spans.filter((span) => span.mask === undefined)
  const coversAll = known.some((span) => span.start === start) && known.some((span) => span.end === end)
  if (!coversAll) return whole?.mask ?? hiddenMask
  const values = known.flatMap(({ first = -1, start: begun }) => {
    const value = masks[first]
    const isWhole = value && known.some(({ last, end: ended }) => last === first && ended - begun >= value.length)
    return isWhole ? [value] : []
  })
  const longest = values.reduce((best, value) => (value.length > best.length ? value : best), { mask: '', length: 0 })
  return longest.length > 0 ? longest.mask : (whole?.mask ?? hiddenMask)
}
