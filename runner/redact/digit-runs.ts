import { type Escapes, isLead, type Reading } from './escapes.ts'
import type { KnownValues } from './known-values.ts'
import { type Layer, LayerBuilder, nothing } from './layer.ts'
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

/** The digits of a run: their Base64 values, and their places in the text. */
type Digits = { readonly values: Uint8Array; readonly starts: Int32Array; readonly ends: Int32Array; length: number }

/**
 * Decodes runs of Base64 (either alphabet), Base32 (either alphabet), hex and binary digits, with line breaks and
 * escapes, at every alignment. Keeps only text in which a known value can occur, plain or encoded.
 */
export function decodeRuns(layer: Layer, escapes: Escapes, known: KnownValues): Layer | undefined {
  const { units } = layer
  const least = Math.ceil((known.shortest * 4) / 3)
  const places = longRuns(units, { start: 0, end: units.length }, least, digits)
  const capacity = places.reduce((most, { start, end }) => Math.max(most, end - start), 0)
  const run: Digits = {
    values: new Uint8Array(capacity),
    starts: new Int32Array(capacity),
    ends: new Int32Array(capacity),
    length: 0,
  }
  const decoded = new LayerBuilder(layer)
  let next = 0
  for (const place of places) {
    while ((escapes.places[next] ?? place.start) < place.start) next += 1
    for (const way of waysToRead(units, place, escapes, next)) {
      for (let at = place.start; at < place.end; ) {
        at = readRun(units, escapes, { start: at, end: place.end }, way, run)
        if (run.length >= least) decodeRun(run, known, decoded)
      }
    }
  }
  return decoded.build()
}

function decodeRun(run: Digits, known: KnownValues, decoded: LayerBuilder): void {
  for (const radix of radixes) {
    const shortest = Math.ceil((known.shortest * 8) / radix.bits)
    if (run.length < shortest) continue
    const whole = { start: 0, end: run.length }
    // Every digit of a run is one of Base64.
    const parts = radix === base64 ? [whole] : longRuns(run.values, whole, shortest, radix.values)
    for (const part of parts) decodePart(run, part, radix, known, decoded)
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

/** The number of alignments at which a byte can start. */
const shiftsOf = (bits: number): number => 8 / (bits & -bits)

/** Reads digits until a character that is neither digit nor blank. Returns the position after it. */
function readRun(
  units: Uint16Array,
  escapes: Escapes,
  { start, end }: Run,
  { levels, plusIsBlank }: Way,
  run: Digits,
): number {
  const { values, starts, ends } = run
  let length = 0
  let blanks = 0
  let line = 0
  let at = start
  for (let isOpen = true; isOpen && at < end; ) {
    const unit = units[at] ?? 0
    let kind = digits[unit] ?? gap
    let next = at + 1
    if (kind === leadSign) {
      const read = signAt(escapes, at, unit, levels)
      kind = read === undefined ? gap : kindOf(read.unit)
      // Before a run, what looks like an escape may be a literal character followed by the first digits.
      const isInRun = kind < lineEnd || (kind <= blank && length > 0)
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
  run.length = length
  return at
}

/**
 * How to read a run: an apparent escape may be a literal character before digits, and a plus sign may be a form's
 * space.
 */
type Way = { readonly levels: number; readonly plusIsBlank: boolean }
const literal: Way = { levels: 0, plusIsBlank: false }
const onlyLiteral: readonly Way[] = [literal]
const escaped: readonly Way[] = [literal, { levels: 1, plusIsBlank: false }]
const escapedTwice: readonly Way[] = [...escaped, { levels: 2, plusIsBlank: false }]
const form: readonly Way[] = [...escapedTwice, { levels: 1, plusIsBlank: true }, { levels: 2, plusIsBlank: true }]

/** `first`: the index of the first place in the run, or after it, where an escape may begin. */
function waysToRead(units: Uint16Array, { start, end }: Run, escapes: Escapes, first: number): readonly Way[] {
  let levels = 0
  for (let place = first; levels < 2; place += 1) {
    const at = escapes.places[place] ?? end
    if (at >= end) break
    for (const reading of escapes.read(at)) if (kindOf(reading.unit) !== gap) levels = Math.max(levels, reading.levels)
  }
  if (levels === 0) return onlyLiteral
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
  for (const reading of escapes.read(at)) {
    if (reading.unit === nothing) return reading
    if (reading.levels > levels) continue
    if (read === undefined || (lead !== 0x3d && kindOf(reading.unit) <= blank)) read = reading
  }
  return read
}

/** Decodes digits at every alignment. Keeps each stretch of readable bytes that is long enough for a known value. */
function decodePart(
  run: Digits,
  { start, end }: Run,
  { bits, values }: Radix,
  { readable, shortest }: KnownValues,
  decoded: LayerBuilder,
): void {
  for (let first = start; first < start + shiftsOf(bits); first += 1) {
    const bytesFrom = first * bits
    const bytesTo = bytesFrom + (((end - first) * bits) & ~7)
    const isReadable = (bit: number) => readable[byteAt(run.values, values, bits, bit)] === 1
    // As in `longStretches`, written out because it is the innermost loop of the search.
    for (let sample = bytesFrom + (shortest - 1) * 8, last = bytesFrom; sample < bytesTo; sample += shortest * 8) {
      if (!isReadable(sample)) continue
      let from = sample
      while (from > last && isReadable(from - 8)) from -= 8
      last = sample + 8
      while (last < bytesTo && isReadable(last)) last += 8
      if (last - from >= shortest * 8) addBytes(from, last)
      sample = last
    }
  }

  function addBytes(from: number, to: number): void {
    for (let bit = from; bit < to; bit += 8) {
      const begin = run.starts[Math.floor(bit / bits)] ?? 0
      const last = run.ends[Math.ceil((bit + 8) / bits) - 1] ?? 0
      decoded.add(byteAt(run.values, values, bits, bit), begin, last)
    }
    decoded.endRun()
  }
}

/** The byte whose first bit is `bit`, in digits of `bits` bits. */
function byteAt(digits: Uint8Array, values: Uint8Array, bits: number, bit: number): number {
  let digit = (bit / bits) | 0
  let held = digit * bits - bit
  let buffer = 0
  for (; held < 8; held += bits) buffer = (buffer << bits) | (values[digits[digit++] ?? gap] ?? 0)
  return (buffer >> (held - 8)) & 0xff
}
