import { atOnce } from '../slices/run-in-slices.ts'
import { decodeBase85 } from './base85.ts'
import { decodeCodes } from './character-codes.ts'
import { decodeRuns } from './digit-runs.ts'
import { createEscapes, type Escapes, leads } from './escapes.ts'
import { findEscaped, findPlain, longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import { blockOf, type Edit, edited, gapUnit, type Layer, mayContain, nothing } from './layer.ts'
import type { Span } from './spans.ts'

/**
 * The text with all its escapes of one kind decoded, for each kind that it contains: for decoders whose digits include
 * the first characters of escapes. Leaves out what is more than `reach` units from an escape.
 */
function unescaped({ units, ...places }: Layer, escapes: Escapes, reach: number): readonly Layer[] {
  return leads.flatMap((lead) => {
    const edits: Edit[] = []
    let last = -reach
    const leaveOut = (to: number) => {
      if (to > last + reach) edits.push({ start: last + reach, end: to, unit: gapUnit })
    }
    for (const at of escapes.places) {
      if (units[at] !== lead || at < last) continue
      const reading = escapes.read(at).find(({ levels }) => levels === 1)
      if (reading === undefined) continue
      leaveOut(at - reach)
      edits.push({ start: at, end: reading.end, unit: reading.unit })
      last = reading.end
    }
    if (edits.length === 0) return []
    leaveOut(units.length)
    return [edited({ units, ...places }, edits)]
  })
}

const [newline, carriageReturn, space, tab] = [0x0a, 0x0d, 0x20, 0x09]

/** The text without the zeros of UTF-16. */
const withoutZeros = (layer: Layer): Layer => (layer.units.includes(0) ? without(layer, (unit) => unit === 0) : layer)

/** The text without line breaks and the blanks after them. */
const joined = (layer: Layer): Layer =>
  mayContain(layer.units, newline, carriageReturn) ? without(layer, isLineEnd, isBlank) : layer

/** Leaves out each unit that `begins`, with the units after it that `follow`. */
function without(layer: Layer, begins: (unit: number) => boolean, follow = begins): Layer {
  const { units } = layer
  const edits: Edit[] = []
  for (let at = 0; at < units.length; ) {
    const start = at
    at += 1
    if (!begins(units[start] ?? 0)) continue
    while (at < units.length && follow(units[at] ?? 0)) at += 1
    edits.push({ start, end: at, unit: nothing })
  }
  return edited(layer, edits)
}

const isLineEnd = (unit: number): boolean => unit === newline || unit === carriageReturn
const isBlank = (unit: number): boolean => isLineEnd(unit) || unit === space || unit === tab

/** How many nested layers of encodings are decoded. */
const maxDecodings = 2
/** A text that takes more steps than this for each of its units, in all decoded layers, is masked completely. */
const maxGrowth = 64

/** A character has at most about this many signs in one of the encodings inside Base85 or character codes. */
const signsPerCharacter = 8

/** A text is searched in blocks of this many units, plus the reach of a window that starts at the end of a block. */
export const blockLength = 8 * 1024
export const blockWithReach = blockLength + longestWindow

/** `window`: its index in the known values. -1: the text is too costly to search, so all of it counts as found. */
export type FoundWindow = Span & { readonly window: number; readonly first: number; readonly last: number }

/** `base`: the position of the first unit. `growth`: see `maxGrowth`. */
type Searched = { readonly units: Uint16Array; readonly base: number; readonly growth?: number }

/** Finds every window of the values in these units, in every encoding. */
export function findValues(known: KnownValues, text: Searched, take: (span: FoundWindow) => void): void {
  atOnce(findingValues(known, text, take))
}

/**
 * Like `findValues`, in short steps: each is one pass over one decoded layer, or over a part of it. Yields the units that
 * the step has looked at.
 */
export function* findingValues(
  known: KnownValues,
  { units, base, growth = maxGrowth }: Searched,
  take: (span: FoundWindow) => void,
): Generator<number, void> {
  const least = known.shortest
  if (units.length < least) return
  let left = units.length * growth
  yield* search({ units, startOf: (at) => base + at, endOf: (at) => base + at + 1 }, maxDecodings)
  if (left < 0) take({ start: base, end: base + units.length, window: -1, first: -1, last: -1 })

  function* search(layer: Layer, decodings: number): Generator<number, void> {
    for (let at = 0; at < layer.units.length && left >= 0; at += blockLength) {
      yield* searchBlock(blockOf(layer, at, at + blockWithReach), decodings)
    }
  }

  function* searchBlock(layer: Layer, decodings: number): Generator<number, void> {
    // The reach belongs to the next block too.
    left -= Math.min(layer.units.length, blockLength)
    if (left < 0) return
    const escapes = createEscapes(layer.units)
    const found = (start: number, end: number, low: number, high: number) => {
      const place = { start: layer.startOf(start), end: layer.endOf(end - 1) }
      for (let window = low; window < high; window += 1) {
        take({ ...place, window, first: known.startOf(window), last: known.endOf(window) })
      }
    }
    findPlain(layer.units, known, found)
    const steps = findEscaped(layer.units, { escapes, most: left }, known, found)
    left -= steps
    yield layer.units.length + steps
    if (decodings === 0) return
    const decoded = decodeRuns(layer, escapes, known)
    yield layer.units.length
    if (decoded !== undefined) yield* search(decoded, decodings - 1)
    for (const text of [layer, ...unescaped(layer, escapes, known.longest * signsPerCharacter)]) {
      const plain = withoutZeros(text)
      for (const decode of [() => decodeBase85(joined(plain), least), () => decodeCodes(plain, known)]) {
        const inner = decode()
        yield plain.units.length
        if (inner !== undefined) yield* search(inner, decodings - 1)
      }
    }
  }
}
