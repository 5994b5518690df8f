import { asciiEntities } from './entities.ts'
import { mayContain, nothing } from './layer.ts'

/** A unit, and the position after it. */
type Sign = { readonly unit: number; readonly end: number }

/** One way to decode the escape at a position. `levels`: how often it was escaped. */
export type Reading = Sign & { readonly levels: 1 | 2 }

const code = (sign: string): number => sign.charCodeAt(0)
const [percent, backslash, ampersand, equals] = [code('%'), code('\\'), code('&'), code('=')]
const [newline, carriageReturn, space, tab] = [code('\n'), code('\r'), code(' '), code('\t')]
const [hash, semicolon, openBrace, closeBrace] = [code('#'), code(';'), code('{'), code('}')]
const [letterU, letterX] = [code('u'), code('x')]

/** The first character of an escape: percent, backslash, ampersand, or the equals sign of quoted-printable. */
export const isLead = (unit: number): boolean =>
  unit === percent || unit === backslash || unit === ampersand || unit === equals
export const leads = [percent, backslash, ampersand, equals]

/** Letters that stand for a control character after a backslash. */
const controls = new Map([...'abtnvfre'].map((sign, at) => [code(sign), [7, 8, 9, 10, 11, 12, 13, 27][at] ?? 0]))

export type Escapes = {
  /** The positions where an escape may begin, in order. */
  readonly places: readonly number[]
  /** All ways to decode the escape at a position, besides reading it literally. */
  read(at: number): readonly Reading[]
}

/**
 * Decodes the escapes of a text, also an escape that is itself escaped, such as `%2541`. Caches the result for each
 * position.
 */
export function createEscapes(units: Uint16Array): Escapes {
  const plain: Text = { units, readings: undefined, metLead: false }
  const nested: Text = { units, readings: (at) => readAll(plain, at, 1), metLead: false }
  const known = new Map<number, readonly Reading[]>()
  const places: number[] = []
  const end = mayContain(units, ...leads) ? units.length : 0
  for (let at = 0; at < end; at += 1) if (mayBegin(units, at)) places.push(at)
  return {
    places,
    read(at) {
      if (!mayBegin(units, at)) return none
      const read = known.get(at)
      if (read !== undefined) return read
      plain.metLead = false
      const simple = readAll(plain, at, 1)
      const isNested = plain.metLead || simple.some(({ unit }) => isLead(unit))
      const found = isNested ? readAll(nested, at, 2, simple) : simple
      known.set(at, found)
      return found
    },
  }
}

/**
 * A text and how to decode the characters of an escape. `metLead`: set when a lead character occurred inside an escape.
 */
type Text = {
  readonly units: Uint16Array
  readonly readings: ((at: number) => readonly Reading[]) | undefined
  metLead: boolean
}
type Add = (sign: Sign) => void

const none: readonly Reading[] = []

/** `inner`: the simple readings of the escape, any of which may start an outer escape. */
function readAll(text: Text, at: number, levels: 1 | 2, inner = none): readonly Reading[] {
  if (!mayBegin(text.units, at)) return none
  const found: Reading[] = [...inner]
  const add = ({ unit, end }: Sign) => {
    if (!found.some((other) => other.unit === unit && other.end === end)) found.push({ unit, end, levels })
  }
  read(text, text.units[at] ?? 0, at + 1, add)
  for (const { unit, end } of inner) if (isLead(unit)) read(text, unit, end, add)
  return found
}

/** A quick check that is false for most leads that start no escape. */
function mayBegin(units: Uint16Array, at: number): boolean {
  const lead = units[at] ?? 0
  if (!isLead(lead)) return false
  const next = units[at + 1] ?? 0
  if (next === 0 || isLead(next)) return true
  if (lead === percent) return digitOf(next) < 16 || lower(next) === letterU
  if (lead === ampersand) return next === hash || isWordSign(next)
  if (lead === equals) return digitOf(next) < 16 || next <= space
  return true
}

function read(text: Text, lead: number, at: number, add: Add): void {
  if (lead === percent) readPercent(text, at, add)
  else if (lead === backslash) readBackslash(text, at, add)
  else if (lead === ampersand) readEntity(text, at, add)
  else readQuotedPrintable(text, at, add)
}

function readPercent(text: Text, at: number, add: Add): void {
  addNumber(text, at, 2, 2, 16, add)
  const sign = signAt(text, at)
  if (lower(sign.unit) === letterU) addNumber(text, sign.end, 4, 4, 16, add)
}

function readBackslash(text: Text, at: number, add: Add): void {
  const sign = signAt(text, at)
  const control = controls.get(sign.unit)
  if (control !== undefined) add({ unit: control, end: sign.end })
  if (digitOf(sign.unit) < 8) addNumber(text, at, 1, 3, 8, add)
  else if (lower(sign.unit) === letterU) readCodePoint(text, sign, add)
  else if (sign.unit === letterX) addNumber(text, sign.end, 2, 2, 16, add)
  const literal = text.units[at] ?? 0
  if (isWordSign(literal)) return
  for (const escaped of [{ unit: literal, end: at + 1 }, sign, ...(text.readings?.(at) ?? none)]) {
    if (isLineEnd(escaped.unit)) add({ unit: nothing, end: escaped.end })
    else if (escaped.unit > space && !isWordSign(escaped.unit)) add(escaped)
  }
}

/** Reads the code point after a letter U. */
function readCodePoint(text: Text, { unit: letter, end: at }: Sign, add: Add): void {
  addNumber(text, at, 4, 4, 16, add)
  if (letter !== letterU) addNumber(text, at, 8, 8, 16, add)
  const open = signAt(text, at)
  if (open.unit !== openBrace) return
  addNumber(text, open.end, 1, 6, 16, ({ unit, end }) => {
    const closing = signAt(text, end)
    if (closing.unit === closeBrace) add({ unit, end: closing.end })
  })
}

/** Reads an HTML entity: a number, or the name of an ASCII character. The semicolon is optional. */
function readEntity(text: Text, at: number, add: Add): void {
  const addClosed = ({ unit, end }: Sign) => {
    const sign = signAt(text, end)
    add({ unit, end: sign.unit === semicolon ? sign.end : end })
  }
  let sign = signAt(text, at)
  if (sign.unit === hash) {
    const kind = signAt(text, sign.end)
    if (lower(kind.unit) === letterX) addNumber(text, kind.end, 1, 8, 16, addClosed)
    addNumber(text, sign.end, 1, 8, 10, addClosed)
    return
  }
  const name: number[] = []
  let end = at
  while (name.length < longestName && isWordSign(sign.unit)) {
    name.push(lower(sign.unit))
    end = sign.end
    sign = signAt(text, end)
  }
  // Most words behind an ampersand are no name, and making a text of each would take longer than the rest.
  const mayBeName = nameShapes.has(shapeOf(name[0], name.length))
  const unit = mayBeName ? asciiEntities.get(String.fromCharCode(...name)) : undefined
  if (unit !== undefined) addClosed({ unit, end })
}
const longestName = 16
const shapeOf = (first = 0, length: number): number => first * 32 + length
const nameShapes = new Set([...asciiEntities.keys()].map((name) => shapeOf(name.charCodeAt(0), name.length)))

function readQuotedPrintable(text: Text, at: number, add: Add): void {
  addNumber(text, at, 2, 2, 16, add)
  let sign = signAt(text, at)
  for (let blanks = 0; blanks < 4 && (sign.unit === space || sign.unit === tab); blanks += 1)
    sign = signAt(text, sign.end)
  if (!isLineEnd(sign.unit)) return
  const second = signAt(text, sign.end)
  const isPair = sign.unit === carriageReturn && second.unit === newline
  add({ unit: nothing, end: isPair ? second.end : sign.end })
}

/** Adds the number that the next digits form, if there are enough of them and it fits one unit. */
function addNumber(text: Text, at: number, least: number, most: number, base: number, add: Add): void {
  let value = 0
  let digits = 0
  let end = at
  for (; digits < most; digits += 1) {
    let digit = digitOf(text.units[end] ?? nothing)
    let next = end + 1
    if (digit >= base) {
      const sign = signAt(text, end)
      digit = digitOf(sign.unit)
      next = sign.end
    }
    if (digit >= base) break
    value = value * base + digit
    end = next
  }
  if (digits >= least && value <= 0xffff) add({ unit: value, end })
}

/**
 * The next character inside an escape. Skips soft line breaks and the zeros of UTF-16 and UTF-32. Decodes the character
 * if it is itself escaped.
 */
function signAt(text: Text, at: number, breaks = 0): Sign {
  const { units, readings } = text
  const from = skipZeros(units, at)
  const unit = units[from] ?? nothing
  if (!isLead(unit)) return { unit, end: from + 1 }
  text.metLead = true
  for (const reading of readings?.(from) ?? none) {
    if (reading.unit !== nothing) {
      if (!isLead(reading.unit)) return reading
    } else if (breaks < maxBreaks) return signAt(text, reading.end, breaks + 1)
  }
  return { unit, end: from + 1 }
}

/**
 * The most soft line breaks in a row that are read as nothing. An encoder writes one; without a limit, a text of breaks
 * alone is read from each of them to its end.
 */
export const maxBreaks = 4

/** In UTF-16 and UTF-32, ASCII characters have up to three zeros between them. */
export function skipZeros(units: Uint16Array, at: number): number {
  let end = at
  while (end < at + 3 && units[end] === 0) end += 1
  return end
}

const lower = (unit: number): number => (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit)
const isLineEnd = (unit: number): boolean => unit === newline || unit === carriageReturn

/** The value of a hex digit. 99: it is none. */
export function digitOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = lower(unit)
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 99
}

function isWordSign(unit: number): boolean {
  const letter = lower(unit)
  return (unit >= 0x30 && unit <= 0x39) || (letter >= 0x61 && letter <= 0x7a)
}
