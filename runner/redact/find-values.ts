import { decodeRuns, type Layer } from './digit-runs.ts'
import { createEscapes } from './escapes.ts'
import { escapeSigns, findEscaped, findPlain, longestWindow } from './find-windows.ts'
import type { KnownValues } from './known-values.ts'
import type { Span } from './spans.ts'

/** How many nested layers of Base64 or hex are decoded. */
const maxDecodings = 2

/** A text is searched in blocks of this many units, plus the reach of a window that starts at the end of a block. */
export const blockLength = 16 * 1024
export const blockWithReach = blockLength + longestWindow

/** What a text may contain outside Base64 and hex. */
export type Present = { readonly plain: boolean; readonly escaped: boolean }
const anything: Present = { plain: true, escaped: true }

/** A fast check of what these bytes may contain; nearly always nothing. */
export function presentIn(known: KnownValues, bytes: Uint8Array): Present {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    plain: known.samples?.some((sample) => buffer.includes(sample, 0, 'latin1')) ?? true,
    escaped: escapeSigns(known).some((sign) => buffer.includes(sign)),
  }
}

/** `window`: its index in the known values. */
export type FoundWindow = Span & { readonly window: number; readonly first: number; readonly last: number }

/** Finds every window of the values in these units, in every encoding. `base`: the position of the first unit. */
export function findValues(
  known: KnownValues,
  { units, base, present = anything }: { units: Uint16Array; base: number; present?: Present },
  take: (span: FoundWindow) => void,
): void {
  if (units.length < known.shortest) return
  let taken = 0
  search({ units, startOf: (at) => base + at, endOf: (at) => base + at + 1 }, maxDecodings, present)

  function search(layer: Layer, decodings: number, { plain, escaped }: Present): void {
    const escapes = createEscapes(layer.units)
    const found = (start: number, end: number, low: number, high: number) => {
      taken += 1
      const place = { start: layer.startOf(start), end: layer.endOf(end - 1) }
      for (let window = low; window < high; window += 1) {
        take({ ...place, window, first: known.startOf(window), last: known.endOf(window) })
      }
    }
    if (plain) findPlain(layer.units, known, found)
    if (escaped) findEscaped(layer.units, escapes, known, found)
    if (decodings === 0) return
    // The outermost clean runs were searched together with their decoded content.
    const clean = decodings === maxDecodings ? known.cleanRuns : undefined
    const decoded = decodeRuns(layer, escapes, known.shortest, clean)
    if (decoded === undefined) return
    const before = taken
    search(decoded, decodings - 1, anything)
    if (taken === before) clean?.add(decoded.hashes)
  }
}
