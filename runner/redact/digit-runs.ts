import { type CleanRuns, hashOf } from './clean-runs.ts'
import { type Escapes, isLead, nothing, type Reading } from './escapes.ts'
import { gapUnit, type Layer } from './layer.ts'
import { ends as gap, longRuns, type Run } from './long-runs.ts'

const [plus, percent] = [0x2b, 0x25]
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
 * Decodes runs of Base64 (either alphabet), Base32 (either alphabet), hex and binary digits, with line breaks and
 * escapes, at every alignment. `least`: the fewest bytes of a run. `clean`: runs to skip.
 */
export function decodeRuns(layer: Layer, escapes: Escapes, least: number, clean?: CleanRuns): Decoded | undefined {
  const runs = runsOf(layer.units, escapes, Math.ceil((least * 4) / 3), clean)
  if (runs.length === 0) return undefined
  const parts = partsOf(runs, least)
  const decoded = new Uint16Array(parts.reduce((sum, part) => sum + sizeOf(part), 0))
  /** For each byte: the positions of the first and the last digit that encode it. */
  const firsts = new Int32Array(decoded.length)
  const lasts = new Int32Array(decoded.length)
  let length = 0
  for (const part of parts) length = decodePart(runs.values, part, { decoded, firsts, lasts, length })
  return {
    units: decoded.subarray(0, length),
    hashes: runs.hashes,
    startOf: (at) => layer.startOf(runs.starts[firsts[at] ?? 0] ?? 0),
    endOf: (at) => layer.endOf((runs.ends[lasts[at] ?? 0] ?? 1) - 1),
  }
}

/** Digits of one kind. `values`: maps a Base64 digit value to the value of the same character, or to a gap. */
type Radix = { readonly bits: number; readonly values: Uint8Array }

function radixOf(bits: number, signs: string): Radix {
  const values = new Uint8Array(0x100).fill(gap)
  for (const [value, sign] of [...signs].entries()) values[digits[sign.charCodeAt(0)] ?? gap] = value % (1 << bits)
  return { bits, values }
}
const base32 = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', '0123456789ABCDEFGHIJKLMNOPQRSTUV']
const base64: Radix = { bits: 6, values: Uint8Array.from({ length: 0x100 }, (_, value) => (value < 64 ? value : gap)) }
const radixes: readonly Radix[] = [
  base64,
  radixOf(4, '0123456789abcdef0123456789ABCDEF'),
  // Encoders use one letter case only, and words of mixed case are much more frequent.
  ...base32.flatMap((signs) => [radixOf(5, signs), radixOf(5, signs.toLowerCase())]),
  radixOf(1, '01'),
]

/** Digits of one radix. */
type Part = Run & { readonly radix: Radix }

/** The number of alignments at which a byte can start. */
const shiftsOf = ({ bits }: Radix): number => 8 / (bits & -bits)
const sizeOf = ({ start, end, radix }: Part): number =>
  shiftsOf(radix) * (Math.ceil(((end - start) * radix.bits) / 8) + 1)

function partsOf(runs: Runs, least: number): readonly Part[] {
  const parts: Part[] = []
  for (let start = 0; start < runs.length; ) {
    const end = runs.values.indexOf(gap, start)
    for (const radix of radixes) {
      const shortest = Math.ceil((least * 8) / radix.bits)
      for (const part of longRuns(runs.values, { start, end }, shortest, radix.values)) parts.push({ ...part, radix })
    }
    start = end + 1
  }
  return parts
}

function runsOf(units: Uint16Array, escapes: Escapes, least: number, clean: CleanRuns | undefined): Runs {
  const places = placesOf(units, escapes, least, clean)
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
    const hash = clean && hashOf(values, { start: runs.length, end: length }, base64.values)
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

type Extent = Run & { readonly ways: readonly Way[] }

/** Finds the extents that contain enough digits, except runs that are known to be clean. */
function placesOf(
  units: Uint16Array,
  escapes: Escapes,
  least: number,
  clean: CleanRuns | undefined,
): readonly Extent[] {
  return longRuns(units, { start: 0, end: units.length }, least, digits).flatMap((place) => {
    const isClean = clean !== undefined && isRun(units, place) && clean.has(hashOf(units, place, digits))
    return isClean ? [] : { ...place, ways: waysToRead(units, place, escapes) }
  })
}

/** Whether all units are digits, so that there is one way to read them. */
function isRun(units: Uint16Array, { start, end }: Run): boolean {
  for (let at = start; at < end; at += 1) if ((digits[units[at] ?? 0] ?? gap) >= lineEnd) return false
  return true
}

function waysToRead(units: Uint16Array, { start, end }: Run, escapes: Escapes): readonly Way[] {
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

type Target = {
  readonly decoded: Uint16Array
  readonly firsts: Int32Array
  readonly lasts: Int32Array
  readonly length: number
}

/** Decodes digits at every alignment, with a gap after each. Returns the new length. */
function decodePart(runs: Uint8Array, { start, end, radix }: Part, target: Target): number {
  const { decoded, firsts, lasts } = target
  const { bits, values } = radix
  let to = target.length
  for (let shift = 0; shift < shiftsOf(radix); shift += 1) {
    let [buffer, held] = [0, 0]
    for (let at = start + shift; at < end; at += 1) {
      buffer = ((buffer << bits) | (values[runs[at] ?? gap] ?? 0)) & 0xffff
      held += bits
      if (held < 8) continue
      held -= 8
      decoded[to] = (buffer >> held) & 0xff
      // The digits before this one hold the bits of the byte that this one does not.
      firsts[to] = at - Math.ceil((8 + held - bits) / bits)
      lasts[to] = at
      to += 1
    }
    decoded[to] = gapUnit
    to += 1
  }
  return to
}
