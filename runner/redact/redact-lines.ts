import { findValues } from './find-values.ts'
import { longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import { findingSpans, type Hidden, type Steps, unitsOf } from './redaction-stream.ts'
import { type Span, unionsOf } from './spans.ts'

/** Where the lines of a text begin, in the text with line breaks and in the text without them. */
type Starts = { readonly broken: readonly number[]; readonly glued: readonly number[] }

export type HiddenInLines = {
  /** What to hide in the text with its line breaks. */
  readonly within: Hidden
  /** What to hide in the text without its line breaks. */
  readonly across: Hidden
  /** The values that a later line may complete: a part of one that ends the text is hidden too. Absent: no lines follow. */
  readonly open?: KnownValues | undefined
}

/**
 * Redacts texts that a program printed one after another, each of one or more lines. Also finds a secret that is split
 * across lines; see `redactingSingleLines`.
 */
export function* redactingLines(texts: readonly string[], hidden: HiddenInLines): Steps<string[]> {
  const lines = texts.map((text) => text.split('\n'))
  const all = yield* redactingSingleLines(lines.flat(), hidden)
  const shown = all[Symbol.iterator]()
  return lines.map((ofText) => ofText.map(() => shown.next().value).join('\n'))
}

/**
 * Redacts the lines that a program printed one by one. If a secret is split across lines, its mask is in the line where
 * the secret begins, and the following lines lose the rest of the secret.
 */
function* redactingSingleLines(lines: readonly string[], { within, across, open }: HiddenInLines): Steps<string[]> {
  const broken = lines.join('\n')
  const glued = lines.join('')
  const starts = startsOf(lines)
  const part = open && findOpenPart(open, glued)
  const spans = yield* findingSpans(within, broken)
  for (const span of [...(yield* findingSpans(across, glued)), ...(part ? [part] : [])]) {
    spans.push(placed(span, starts))
    yield lines.length
  }
  if (spans.length === 0) return [...lines]
  const masks = within.known?.masks ?? across.known?.masks ?? []
  return yield* cuttingLines(lines, starts.broken, [...unionsOf(spans, masks)])
}

function startsOf(lines: readonly string[]): Starts {
  const broken: number[] = []
  const glued: number[] = []
  let at = 0
  for (const [line, text] of lines.entries()) {
    broken.push(at + line)
    glued.push(at)
    at += text.length
  }
  return { broken, glued }
}

/** Maps a span in the text without line breaks to the text with line breaks. */
function placed(span: Span, starts: Starts): Span {
  const start = positionOf(span.start, starts)
  return { ...span, start, end: Math.max(start, positionOf(span.end - 1, starts) + 1) }
}

function positionOf(at: number, { glued, broken }: Starts): number {
  let line = glued.findLastIndex((start) => start <= at)
  if (line < 0) line = 0
  return (broken[line] ?? 0) + at - (glued[line] ?? 0)
}

type Cut = { readonly start: number; readonly end: number; readonly mask: string }

function* cuttingLines(lines: readonly string[], starts: readonly number[], cuts: readonly Cut[]): Steps<string[]> {
  const made: string[] = []
  for (const [line, text] of lines.entries()) {
    const from = starts[line] ?? 0
    const to = from + text.length
    let shown = ''
    let at = from
    for (const { start, end, mask } of cuts) {
      if (end <= from || start >= to) continue
      if (start >= from) shown += text.slice(at - from, start - from) + mask
      at = Math.max(at, Math.min(end, to))
    }
    made.push(shown + text.slice(at - from))
    yield cuts.length
  }
  return made
}

/** The most characters of an incomplete escape or Base64 group at the end of a text, which no window includes yet. */
const longestRest = 8

/**
 * Finds a part of a value, in any encoding, at the end of a text that may continue with the rest of the value.
 * `parts`: the windows of the values. Does not find parts that are shorter than a window.
 */
function findOpenPart(parts: KnownValues, text: string): Span | undefined {
  const from = Math.max(0, text.length - longestWindow)
  const spans: Span[] = []
  findValues(parts, { units: unitsOf(text, from, text.length), base: from }, (span) => spans.push(span))
  const last = [...unionsOf(spans, [])].at(-1)
  if (last === undefined || last.end < text.length - longestRest) return undefined
  // The value is complete if the window is its end.
  const isOpen = spans.some((span) => span.end === last.end && (span.last ?? -1) === -1)
  return isOpen ? { start: last.start, end: text.length } : undefined
}
