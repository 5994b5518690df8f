import { decodeBase85 } from './base85.ts'
import { decodeCodes } from './character-codes.ts'
import { decodeRuns } from './digit-runs.ts'
import { createEscapes } from './escapes.ts'
import { findEscaped, findPlain, longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import type { Layer } from './layer.ts'
import { joined, unescaped, withoutZeros } from './rewritten.ts'
import type { Span } from './spans.ts'

/** How many nested layers of encodings are decoded. */
const maxDecodings = 2
/** A text whose decoded layers are longer than this, in multiples of the text, is masked completely. */
const maxGrowth = 64

/** A character has at most about this many signs in one of the encodings inside Base85 or character codes. */
const signsPerCharacter = 8

/** A text is searched in blocks of this many units, plus the reach of a window that starts at the end of a block. */
export const blockLength = 32 * 1024
export const blockWithReach = blockLength + longestWindow

/** `window`: its index in the known values. -1: the text is too costly to search, so all of it counts as found. */
export type FoundWindow = Span & { readonly window: number; readonly first: number; readonly last: number }

/**
 * Finds every window of the values in these units, in every encoding. `base`: the position of the first unit. `growth`:
 * see `maxGrowth`.
 */
export function findValues(
  known: KnownValues,
  { units, base, growth = maxGrowth }: { units: Uint16Array; base: number; growth?: number },
  take: (span: FoundWindow) => void,
): void {
  const least = known.shortest
  if (units.length < least) return
  let left = units.length * growth
  search({ units, startOf: (at) => base + at, endOf: (at) => base + at + 1 }, maxDecodings)
  if (left < 0) take({ start: base, end: base + units.length, window: -1, first: -1, last: -1 })

  function search(layer: Layer, decodings: number): void {
    left -= layer.units.length
    if (left < 0) return
    const escapes = createEscapes(layer.units)
    const found = (start: number, end: number, low: number, high: number) => {
      const place = { start: layer.startOf(start), end: layer.endOf(end - 1) }
      for (let window = low; window < high; window += 1) {
        take({ ...place, window, first: known.startOf(window), last: known.endOf(window) })
      }
    }
    findPlain(layer.units, known, found)
    findEscaped(layer.units, escapes, known, found)
    if (decodings === 0) return
    const decoded = decodeRuns(layer, escapes, known)
    if (decoded !== undefined) search(decoded, decodings - 1)
    for (const text of [layer, ...unescaped(layer, escapes, known.longest * signsPerCharacter)]) {
      const plain = withoutZeros(text)
      for (const inner of [decodeBase85(joined(plain), least), decodeCodes(plain, known)]) {
        if (inner !== undefined) search(inner, decodings - 1)
      }
    }
  }
}
