import { decodeRuns, type Layer } from './digit-runs.ts'
import { createEscapes } from './escapes.ts'
import { findEscaped, findPlain, longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import type { Span } from './spans.ts'

/** What is Base64 or hex in the text, and in that once more. */
const mostDecodings = 2

/** A text is searched so many units at a time, and as many more as a window may take that begins there. */
export const blockLength = 16 * 1024
export const blockWithReach = blockLength + longestWindow

/** Every window of the values in these units, in every encoding; `base`: where they begin. */
export function findValues(known: KnownValues, units: Uint16Array, base: number, take: (span: Span) => void): void {
  if (units.length < known.shortest) return
  search({ units, startOf: (at) => base + at, endOf: (at) => base + at + 1 }, mostDecodings)

  function search(layer: Layer, decodings: number): void {
    const escapes = createEscapes(layer.units)
    const found = (start: number, end: number, low: number, high: number) => {
      const place = { start: layer.startOf(start), end: layer.endOf(end - 1) }
      for (let window = low; window < high; window += 1) {
        take({ ...place, first: known.startOf(window), last: known.endOf(window) })
      }
    }
    findPlain(layer.units, known, found)
    findEscaped(layer.units, escapes, known, found)
    const decoded = decodings > 0 ? decodeRuns(layer, escapes, known.shortest) : undefined
    if (decoded !== undefined) search(decoded, decodings - 1)
  }
}
