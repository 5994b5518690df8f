import { isPrintable } from './layer.ts'

/**
 * This many consecutive characters of a value are as sensitive as the value, because the rest can be guessed or probed.
 */
const partLength = 8
/** Longer values are found by parts of this many characters. */
const wholeLength = 128
/** Shorter values occur in ordinary text by chance. */
const shortestForm = 4

/** Terminates each form. Forms never contain it, because it is skipped in searched text. */
const close = 0

/**
 * The windows of known values: all their substrings of `longest` units, folded and sorted, so that a search narrows down
 * unit by unit. A shorter value is one window.
 */
export type KnownValues = {
  /** The length of the longest window, in units. */
  readonly longest: number
  /** The length of the shortest window, in units. */
  readonly shortest: number
  /** The number of windows; the full range is 0 to `count`. */
  readonly count: number
  /** Whether a unit occurs in any window, in any letter case. */
  has(unit: number): boolean
  /** For each unit: 1 if it can be part of a window, or of the text that encodes one. */
  readonly readable: Uint8Array
  /** In a range of windows that agree in `depth` units: the first whose next unit is the folded `unit` or more. */
  firstFrom(low: number, high: number, depth: number, unit: number): number
  /** Whether the first window of a range ends after `depth` units. */
  endsAt(low: number, depth: number): boolean
  /** Whether these four units may occur in a window; see `gramAt`. */
  hasGram(gram: number): boolean
  /** The value that starts with this window, and the value that ends with it. -1: none. */
  startOf(window: number): number
  endOf(window: number): number
  /** The folded units of a window, as text. */
  textOf(window: number): string
}

export const gramLength = 4

const [letterA, letterZ, caseBit] = [0x41, 0x5a, 0x20]

/** The same letter in lower case. Servers often accept and return a key in any case, so the search ignores case. */
export const fold = (unit: number): number => (unit >= letterA && unit <= letterZ ? unit | caseBit : unit)
const unfold = (unit: number): number => (fold(unit & ~caseBit) === unit ? unit & ~caseBit : unit)

/** Four units of a text in any letter case, hashed to 16 bits. */
export function gramAt(units: Uint16Array, at: number): number {
  const first = ((units[at] ?? close) | caseBit) ^ (((units[at + 1] ?? close) | caseBit) << 4)
  const second = (((units[at + 2] ?? close) | caseBit) << 8) ^ (((units[at + 3] ?? close) | caseBit) << 11)
  return (first ^ second) & 0xffff
}

/**
 * `parts`: also finds eight consecutive characters of a value. Masking parts can confirm a guess, so this is only for
 * incoming text, where the guesses of the skill are known.
 */
export function createKnownValues(
  values: readonly string[],
  { parts }: { readonly parts: boolean },
): KnownValues | undefined {
  const longest = parts ? partLength : wholeLength
  const forms = values.flatMap((value, index) => formsOf(value).map((units) => ({ units, index })))
  if (forms.length === 0) return undefined
  const all = new Uint16Array(forms.reduce((sum, { units }) => sum + units.length + 1, 0))
  const starts: number[] = []
  const valueAtStart = new Map<number, number>()
  const valueAtEnd = new Map<number, number>()
  const known = new Uint8Array(0x10000)
  const grams = new Uint8Array(0x2000)
  let length = 0
  for (const { units, index } of forms) {
    all.set(units, length)
    const windows = Math.max(1, units.length - longest + 1)
    valueAtStart.set(length, index)
    valueAtEnd.set(length + windows - 1, index)
    for (let at = length; at < length + windows; at += 1) starts.push(at)
    for (let at = length; at + gramLength <= length + units.length; at += 1) mark(grams, gramAt(all, at))
    for (const unit of units) known[unit] = known[unfold(unit)] = 1
    length += units.length + 1
  }
  const compareWindows = (one: number, other: number) => compare(all, one, other, longest)
  const sorted = starts.sort(compareWindows)
  // Keeps one of equal windows, and all that start or end a value.
  const order = Int32Array.from(
    sorted.filter(
      (at, place) =>
        valueAtStart.has(at) || valueAtEnd.has(at) || place === 0 || compareWindows(sorted[place - 1] ?? 0, at) !== 0,
    ),
  )
  const unitOf = (window: number, depth: number): number => all[(order[window] ?? 0) + depth] ?? close

  const readable = known.slice()
  for (let unit = 0; unit < 0x80; unit += 1) if (isPrintable(unit) || isPadding(unit)) readable[unit] = 1
  const shortest = Math.min(longest, ...forms.map(({ units }) => units.length))
  return {
    longest,
    shortest,
    count: order.length,
    has: (unit) => known[unit] === 1,
    readable,
    firstFrom(low, high, depth, unit) {
      let [from, to] = [low, high]
      while (from < to) {
        const middle = (from + to) >> 1
        if (unitOf(middle, depth) < unit) from = middle + 1
        else to = middle
      }
      return from
    },
    endsAt: (low, depth) => depth === longest || unitOf(low, depth) === close,
    hasGram: (gram) => ((grams[gram >> 3] ?? 0) & (1 << (gram & 7))) !== 0,
    startOf: (window) => valueAtStart.get(order[window] ?? -1) ?? -1,
    endOf: (window) => valueAtEnd.get(order[window] ?? -1) ?? -1,
    textOf(window) {
      const start = order[window] ?? 0
      const end = all.indexOf(close, start)
      return String.fromCharCode(...all.subarray(start, Math.min(end, start + longest)))
    },
  }
}

/**
 * The forms of a value: as it is and in ROT13, forwards and backwards. Each as characters, UTF-8 bytes, and UTF-16 bytes
 * in both orders without zeros, folded. A value with letters outside ASCII also has forms all in upper and lower case.
 * An ASCII value has four.
 */
function formsOf(value: string): readonly Uint16Array[] {
  const cased = [value, value.toUpperCase(), value.toLowerCase()]
  const forwards = [...cased, ...cased.map(rot13)]
    .flatMap(unitsOfText)
    .map((units) => units.filter((unit) => unit !== close).map(fold))
  const both = forwards.flatMap((units) => [units, units.toReversed()])
  const different = new Map(both.map((units) => [units.join(), units]))
  return [...different.values()].filter((units) => units.length >= shortestForm)
}

/** Zeros of UTF-16, and the rarer characters that may break a run of digits. */
const isPadding = (unit: number): boolean => unit === close || unit === 0x0b || unit === 0x0c

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (sign) => String.fromCharCode(sign.charCodeAt(0) + (/[a-m]/i.test(sign) ? 13 : -13)))

function unitsOfText(text: string): readonly Uint16Array[] {
  const wide = Buffer.from(text, 'utf16le')
  return [
    Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    Uint16Array.from(Buffer.from(text)),
    Uint16Array.from(wide),
    Uint16Array.from(Buffer.from(wide).swap16()),
  ]
}

function mark(grams: Uint8Array, gram: number): void {
  grams[gram >> 3] = (grams[gram >> 3] ?? 0) | (1 << (gram & 7))
}

function compare(all: Uint16Array, one: number, other: number, length: number): number {
  for (let step = 0; step < length; step += 1) {
    const [left = close, right = close] = [all[one + step], all[other + step]]
    if (left !== right || left === close) return left - right
  }
  return 0
}
