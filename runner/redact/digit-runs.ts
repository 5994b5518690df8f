import { type CleanRuns, hashOf } from './clean-runs.ts'
import { type Escapes, isLead, nothing, type Reading } from './escapes.ts'

/** A decoded text. `startOf` and `endOf` map a unit of it back to its position in the original. */
export type Layer = {
  readonly units: Uint16Array
  startOf(at: number): number
  endOf(at: number): number
}

const [plus, percent] = [0x2b, 0x25]
/** Separates runs. */
const gap = 0xff
const gapUnit = 0xffff
const maxBlanks = 64
/** After at least this many digits, a space may stand for a line break. After fewer, it may separate words. */
const minLine = 32

/** The class of a unit: a digit value, one of these, or a gap. */
const [lineEnd, blank, leadSign, inEscape] = [64, 65, 66, 67]
const digits = new Uint8Array(0x10000).fill(gap)
for (const [value, sign] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  digits[sign.charCodeAt(0)] = value
}
digits['-'.charCodeAt(0)] = 62
digits['_'.charCodeAt(0)] = 63
for (const unit of [0, 0x0a, 0x0b, 0x0c, 0x0d]) digits[unit] = lineEnd
for (const unit of [0x20, 0x09]) digits[unit] = blank
for (let unit = 0; unit < 128; unit += 1) if (isLead(unit)) digits[unit] = leadSign
for (const sign of '#;{}') digits[sign.charCodeAt(0)] = inEscape

/** Base64 digit values with a gap after each run, and the position of each digit. */
type Runs = {
  readonly values: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: number[]
  length: number
}

/** The decoded runs. `hashes`: the hashes of these runs. */
export type Decoded = Layer & { readonly hashes: readonly number[] }

/**
 * Decodes runs of Base64 (either alphabet, with line breaks and escapes) and hex digits, at every alignment. `least`:
 * the fewest bytes of a run. `clean`: runs to skip.
 */
export function decodeRuns(layer: Layer, escapes: Escapes, least: number, clean?: CleanRuns): Decoded | undefined {
  const runs = runsOf(layer.units, escapes, Math.ceil((least * 4) / 3), clean)
  if (runs.length === 0) return undefined
  const decoded = new Uint16Array(runs.length * 5 + 8)
  /** For each byte: the position of the first digit that encodes it. */
  const sources = new Int32Array(decoded.length)
  let length = 0
  for (let start = 0; start < runs.length; ) {
    const end = runs.values.indexOf(gap, start)
    for (let shift = 0; shift < 4; shift += 1) {
      length = decodeBase64(runs.values, { start: start + shift, end }, { decoded, sources, length })
    }
    length = decodeHex(runs.values, { start, end }, { decoded, sources, length }, 2 * least)
    start = end + 1
  }
  return {
    units: decoded.subarray(0, length),
    hashes: runs.hashes,
    startOf: (at) => layer.startOf(runs.starts[sources[at] ?? 0] ?? 0),
    endOf: (at) => layer.endOf((runs.ends[(sources[at] ?? 0) + 1] ?? 1) - 1),
  }
}

function runsOf(units: Uint16Array, escapes: Escapes, least: number, clean: CleanRuns | undefined): Runs {
  const places = placesOf(units, escapes, least)
  const capacity = places.reduce((sum, { start, end, ways }) => sum + ways.length * (end - start + 1), 0)
  const runs: Runs = {
    values: new Uint8Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    hashes: [],
    length: 0,
  }
  for (const { start, end, ways } of places) {
    for (const way of ways) for (let at = start; at < end; ) at = readRun(at, end, way)
  }
  return runs

  /** Reads digits until a character that is neither digit nor blank. Returns the position after it. */
  function readRun(start: number, limit: number, { levels, plusIsBlank }: Way): number {
    const { values, starts, ends } = runs
    let length = runs.length
    let blanks = 0
    let line = 0
    let at = start
    for (let isOpen = true; isOpen && at < limit; ) {
      const unit = units[at] ?? 0
      let kind = digits[unit] ?? gap
      let next = at + 1
      if (kind === leadSign) {
        const read = signAt(escapes, at, unit, levels)
        kind = read === undefined ? gap : kindOf(read.unit)
        // Before a run, what looks like an escape may be a literal character followed by the first digits.
        const isInRun = kind < lineEnd || (kind <= blank && length > runs.length)
        if (read !== undefined && isInRun) next = read.end
      }
      if (plusIsBlank && unit === plus) kind = blank
      if (kind < lineEnd) {
        values[length] = kind
        starts[length] = at
        ends[length] = next
        length += 1
        line = blanks === 0 ? line + 1 : 1
        blanks = 0
      } else {
        const goesOn = kind === lineEnd || (kind === blank && (blanks > 0 || line >= minLine))
        isOpen = goesOn && ++blanks <= maxBlanks
      }
      at = next
    }
    if (length - runs.length < least) return at
    const hash = clean && hashOf(values, runs.length, length)
    if (hash !== undefined && clean?.has(hash)) return at
    if (hash !== undefined) runs.hashes.push(hash)
    values[length] = gap
    runs.length = length + 1
    return at
  }
}

/**
 * How to read a run: an apparent escape may be a literal character before digits, and a plus sign may be a form's
 * space.
 */
type Way = { readonly levels: number; readonly plusIsBlank: boolean }
const literal: Way = { levels: 0, plusIsBlank: false }
const escaped: readonly Way[] = [literal, { levels: 1, plusIsBlank: false }]
const escapedTwice: readonly Way[] = [...escaped, { levels: 2, plusIsBlank: false }]
const form: readonly Way[] = [...escapedTwice, { levels: 1, plusIsBlank: true }, { levels: 2, plusIsBlank: true }]

type Extent = Place & { readonly ways: readonly Way[] }

/**
 * Finds the extents that contain enough digits. Sampling every `least` units suffices, because every long extent
 * contains a sample.
 */
function placesOf(units: Uint16Array, escapes: Escapes, least: number): readonly Extent[] {
  const places: Extent[] = []
  const isOther = (at: number) => digits[units[at] ?? 0] === gap
  for (let at = least - 1, last = 0; at < units.length; ) {
    if (isOther(at)) {
      at += least
      continue
    }
    let start = at
    let end = at + 1
    while (start > last && !isOther(start - 1)) start -= 1
    while (end < units.length && !isOther(end)) end += 1
    if (end - start >= least) {
      places.push({ start, end, ways: waysToRead(units, { start, end }, escapes) })
    }
    last = end
    at = end + least
  }
  return places
}

function waysToRead(units: Uint16Array, { start, end }: Place, escapes: Escapes): readonly Way[] {
  let levels = 0
  for (let at = start; at < end && levels < 2; at += 1) {
    if (digits[units[at] ?? 0] !== leadSign) continue
    for (const reading of escapes(at)) if (kindOf(reading.unit) !== gap) levels = Math.max(levels, reading.levels)
  }
  if (levels === 0) return [literal]
  const part = units.subarray(start, end)
  return part.includes(plus) && part.includes(percent) ? form : levels === 1 ? escaped : escapedTwice
}

const kindOf = (unit: number): number => (unit === nothing ? lineEnd : (digits[unit] ?? gap))

/**
 * The character that an escape stands for, preferably a digit or blank. A soft line break of quoted-printable always
 * counts, because that encoding never needs to escape a digit.
 */
function signAt(escapes: Escapes, at: number, lead: number, levels: number) {
  let read: Reading | undefined
  for (const reading of escapes(at)) {
    if (reading.unit === nothing) return reading
    if (reading.levels > levels) continue
    if (read === undefined || (lead !== 0x3d && kindOf(reading.unit) <= blank)) read = reading
  }
  return read
}

type Place = { readonly start: number; readonly end: number }
type Target = { readonly decoded: Uint16Array; readonly sources: Int32Array; readonly length: number }

/** Returns the new length. */
function decodeBase64(values: Uint8Array, { start, end }: Place, { decoded, sources, length }: Target): number {
  let to = length
  for (let at = start; at + 1 < end; at += 4) {
    const second = values[at + 1] ?? 0
    decoded[to] = ((values[at] ?? 0) << 2) | (second >> 4)
    sources[to++] = at
    if (at + 2 >= end) break
    const third = values[at + 2] ?? 0
    decoded[to] = ((second << 4) & 0xff) | (third >> 2)
    sources[to++] = at + 1
    if (at + 3 >= end) break
    decoded[to] = ((third << 6) & 0xff) | (values[at + 3] ?? 0)
    sources[to++] = at + 2
  }
  decoded[to] = gapUnit
  return to + 1
}

/** Returns the new length. */
function decodeHex(values: Uint8Array, { start, end }: Place, target: Target, least: number): number {
  const { decoded, sources } = target
  let to = target.length
  for (let from = start; from < end; ) {
    let last = from
    while (last < end && (hexValues[values[last] ?? gap] ?? 99) < 16) last += 1
    for (let shift = 0; shift < 2 && last - from >= least; shift += 1) {
      for (let at = from + shift; at + 1 < last; at += 2) {
        decoded[to] = (hexValues[values[at] ?? 0] ?? 0) * 16 + (hexValues[values[at + 1] ?? 0] ?? 0)
        sources[to] = at
        to += 1
      }
      decoded[to] = gapUnit
      to += 1
    }
    from = last + 1
  }
  return to
}

/** Maps a Base64 digit value to the hex value of the same character. */
const hexValues = new Uint8Array(0x100).fill(99)
for (const sign of '0123456789abcdefABCDEF') hexValues[digits[sign.charCodeAt(0)] ?? gap] = Number.parseInt(sign, 16)
