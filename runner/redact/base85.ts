import { isPrintable, type Layer, LayerBuilder } from './layer.ts'
import { longRuns, ends as none, type Run } from './long-runs.ts'

const [base, signsOfGroup, bytesOfGroup] = [85, 5, 4]
const printable = Uint8Array.from({ length: 0x100 }, (_, byte) => (isPrintable(byte) ? 1 : 0))

/**
 * `digits`: the value of each sign. `begins`: 1 for two signs that can begin a group of printable bytes. They determine
 * the first byte, or two neighbors, and limit the second one.
 */
type Alphabet = { readonly digits: Uint8Array; readonly begins: Uint8Array }

function alphabetOf(signs: string): Alphabet {
  const digits = new Uint8Array(0x10000).fill(none)
  for (const [digit, sign] of [...signs].entries()) digits[sign.charCodeAt(0)] = digit
  const begins = new Uint8Array(128 * 128)
  for (const [high, first] of [...signs].entries()) {
    for (const [low, second] of [...signs].entries()) {
      const lowest = Math.floor(((high * base + low) * base ** 3) / 2 ** 16)
      const highest = Math.floor(((high * base + low + 1) * base ** 3 - 1) / 2 ** 16)
      let isPossible = false
      for (let bytes = lowest; bytes <= highest && !isPossible; bytes += 1) {
        isPossible = isPrintable(bytes >> 8) && isPrintable(bytes & 0xff)
      }
      if (isPossible) begins[(first.charCodeAt(0) << 7) | second.charCodeAt(0)] = 1
    }
  }
  return { digits, begins }
}

/** Made at the first use: their tables take a command longer than all that it redacts. */
let made: readonly Alphabet[] | undefined

/** Ascii85, and the alphabet of RFC 1924, which Python and Git use. */
function alphabets(): readonly Alphabet[] {
  made ??= [
    alphabetOf(Array.from({ length: base }, (_, digit) => String.fromCharCode(0x21 + digit)).join('')),
    alphabetOf('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'),
  ]
  return made
}

/** A run that ends here may be followed by a last group of fewer characters. More context than this is not repeated. */
const groupsBeforeEnd = 128

/**
 * Decodes runs of Base85 at every alignment, where they encode `least` bytes or more of printable ASCII. Other bytes
 * cannot be told from any text, because nearly all characters are digits of Base85.
 */
export function decodeBase85(layer: Layer, least: number): Layer | undefined {
  const { units } = layer
  const result = new LayerBuilder(layer)
  const groups = Math.max(1, Math.floor(least / bytesOfGroup))
  /** The end of the last stretch at each alignment. */
  const last = new Int32Array(signsOfGroup)
  for (const alphabet of alphabets()) {
    last.fill(0)
    const found = longRuns(units, { start: 0, end: units.length }, groups * signsOfGroup, alphabet.digits)
    for (const run of found) searchRun(alphabet, run)
  }
  return result.build()

  /** Looks at one group of `groups` at each alignment, and beside it only if it is printable. */
  function searchRun({ digits, begins }: Alphabet, run: Run): void {
    for (let at = run.start + (groups - 1) * signsOfGroup, next = 0; at + signsOfGroup <= run.end; at += 1) {
      const pair = ((units[at] ?? 0) << 7) | (units[at + 1] ?? 0)
      const alignment = at % signsOfGroup
      if (begins[pair] === 1 && at >= (last[alignment] ?? 0) && isPrintableGroup(units, digits, at)) {
        let [start, end] = [at, at + signsOfGroup]
        const first = Math.max(run.start, last[alignment] ?? 0) + signsOfGroup
        while (start >= first && isPrintableGroup(units, digits, start - signsOfGroup)) start -= signsOfGroup
        while (isPrintableGroup(units, digits, end)) end += signsOfGroup
        last[alignment] = end
        if (end - start >= groups * signsOfGroup) decodeRun(digits, start, end)
      }
      next += 1
      if (next % signsOfGroup === 0) at += (groups - 1) * signsOfGroup
    }
  }

  function decodeRun(digits: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at += signsOfGroup) addGroup(digits, at, signsOfGroup)
    result.endRun()
    // A quote after a text is a digit too, so a run that seems to go on may have ended there.
    for (let at = start + groups * signsOfGroup; at < end; at += signsOfGroup) {
      for (let signs = 2; signs < signsOfGroup; signs += 1)
        if (isQuote(units[at + signs])) addEnd(digits, start, at, signs)
    }
    for (let signs = 2; signs < signsOfGroup; signs += 1) addEnd(digits, start, end, signs)
  }

  /** Adds the last groups before `at` again, followed by a shorter group. */
  function addEnd(digits: Uint8Array, start: number, at: number, signs: number): void {
    if (valueAt(digits, at, signs) < 0) return
    const first = Math.max(start, at - groupsBeforeEnd * signsOfGroup)
    for (let group = first; group < at; group += signsOfGroup) addGroup(digits, group, signsOfGroup)
    addGroup(digits, at, signs)
    result.endRun()
  }

  /** The number that a group stands for, filled up with the highest digit. -1: it is no group. */
  function valueAt(digits: Uint8Array, at: number, signs: number): number {
    let value = 0
    for (let place = 0; place < signsOfGroup; place += 1) {
      const digit = place < signs ? (digits[units[at + place] ?? 0] ?? none) : base - 1
      if (digit === none) return -1
      value = value * base + digit
    }
    return value < 2 ** 32 ? value : -1
  }

  function addGroup(digits: Uint8Array, at: number, signs: number): void {
    const value = valueAt(digits, at, signs)
    for (let place = 0; place < signs - 1; place += 1) {
      // Two signs determine the first byte, and each further sign the next one. The line may end there.
      result.add((value >>> (24 - 8 * place)) & 0xff, at, at + Math.min(signs, place + 2))
    }
  }
}

const isQuote = (unit: number | undefined): boolean => unit === 0x22 || unit === 0x27 || unit === 0x3c || unit === 0x7e

/** Whether these signs stand for four printable bytes. */
function isPrintableGroup(units: Uint16Array, digits: Uint8Array, at: number): boolean {
  const first = digits[units[at] ?? 0] ?? none
  const second = digits[units[at + 1] ?? 0] ?? none
  const third = digits[units[at + 2] ?? 0] ?? none
  const fourth = digits[units[at + 3] ?? 0] ?? none
  const last = at + 4 < units.length ? (digits[units[at + 4] ?? 0] ?? none) : none
  if (first === none || second === none || third === none || fourth === none || last === none) return false
  const high = (first * base + second) * base + third
  const value = (high * base + fourth) * base + last
  const bytes = value >>> 0
  return (
    value === bytes &&
    printable[bytes >>> 24] === 1 &&
    printable[(bytes >>> 16) & 0xff] === 1 &&
    printable[(bytes >>> 8) & 0xff] === 1 &&
    printable[bytes & 0xff] === 1
  )
}
