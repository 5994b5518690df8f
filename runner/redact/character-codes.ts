import { digitOf } from './escapes.ts'
import type { KnownValues } from './known-values.ts'
import { gapUnit, type Layer, LayerBuilder } from './layer.ts'
import { ends, longRuns, longStretches, type Run } from './long-runs.ts'

const radixes = [10, 16, 8, 2] as const
type Radix = (typeof radixes)[number]

/** A digit, a letter of a prefix, or a character between numbers; other letters end a list. */
const [between, digit, prefix] = [0, 1, 2]
const kinds = new Uint8Array(0x10000).fill(ends)
for (let unit = 0; unit < 128; unit += 1) {
  const sign = String.fromCharCode(unit)
  kinds[unit] = /[0-9a-f]/i.test(sign) ? digit : /[xou]/i.test(sign) ? prefix : /[a-z]/i.test(sign) ? ends : between
}

/** At most this many characters separate two numbers, or are in one. */
const longestSeparator = 8
const longestNumber = 10

/**
 * Decodes lists of character codes in decimal, hex, octal or binary numbers, with any separators, such as `72,101,108`,
 * `0x48 0x65` or `48:65:6c`. A hex or binary number may contain several bytes. Keeps only lists in which a known value
 * can occur, plain or encoded.
 */
export function decodeCodes(layer: Layer, { readable, shortest: least }: KnownValues): Layer | undefined {
  const { units } = layer
  const result = new LayerBuilder(layer)
  const kindAt = (at: number) => kinds[units[at] ?? gapUnit] ?? ends
  // Each code has two digits, and each number another character after it, except the last one.
  for (const run of longRuns(units, { start: 0, end: units.length }, 2 * least + 1, kinds)) decodeRun(run)
  return result.build()

  function decodeRun({ start, end }: Run): void {
    let tokens: Run[] = []
    let most = 0
    for (let at = start; at < end; ) {
      const from = at
      while (at < end && kindAt(at) === between) at += 1
      const first = at
      while (at < end && kindAt(at) !== between) at += 1
      if (first - from > longestSeparator || at - first > longestNumber) {
        if (most >= least) decodeList(tokens)
        tokens = []
        most = 0
      }
      if (at === first || at - first > longestNumber) continue
      tokens.push({ start: first, end: at })
      most += (at - first + 1) >> 1
    }
    if (most >= least) decodeList(tokens)
  }

  function decodeList(tokens: readonly Run[]): void {
    const mostCodes = tokens.reduce((most, { start, end }) => Math.max(most, (end - start + 1) >> 1), 1)
    for (const radix of radixes) {
      const hasCodes = (place: number) => readCodes(tokens[place], radix) > 0
      // The number before a stretch may have codes too, without the letters before it.
      const fewest = Math.max(1, (radix === 16 ? Math.ceil(least / mostCodes) : least) - 1)
      longStretches(tokens.length, fewest, hasCodes, (from, to) => {
        const before = digitsAtEnd(tokens[from - 1], radix)
        const hasBefore = before !== undefined && readCodes(before, radix) > 0
        const list = [
          hasBefore ? before : digitsAtEnd(tokens[from], radix),
          ...tokens.slice(hasBefore ? from : from + 1, to),
        ]
        const count = list.reduce((sum, token) => sum + readCodes(token, radix), 0)
        if (count >= least) addList(list, radix)
      })
    }
  }

  function addList(tokens: readonly (Run | undefined)[], radix: Radix): void {
    for (const token of tokens) readCodes(token, radix, result)
    result.endRun()
  }

  /** Letters before the first number of a list do not belong to it. */
  function digitsAtEnd(token: Run | undefined, radix: Radix): Run | undefined {
    if (token === undefined) return undefined
    let from = token.end
    while (from > token.start && digitOf(units[from - 1] ?? gapUnit) < radix) from -= 1
    return { start: from, end: token.end }
  }

  /** Reads the codes of a number, and returns how many. 0: it is no number with this radix, or no code is readable. */
  function readCodes(token: Run | undefined, radix: Radix, builder?: LayerBuilder): number {
    if (token === undefined) return 0
    const { start, end } = token
    const from = start + prefixLength(start, end, radix)
    // Hex and binary numbers may contain several bytes.
    const size = radix === 16 ? 2 : 8
    const step = (radix === 16 || radix === 2) && (end - from) % size === 0 ? size : end - from
    if (step <= 0 || step > size * 2) return 0
    let isReadable = false
    for (let at = from; at < end; at += step) {
      const code = numberAt(at, at + step, radix)
      if (code < 0) return 0
      isReadable ||= readable[code] === 1
      builder?.add(code, at === from ? start : at, at + step)
    }
    return isReadable ? (end - from) / step : 0
  }

  /** The length of `0x`, `0o`, `0b`, `x`, `u` or `u+` before the digits. */
  function prefixLength(start: number, end: number, radix: Radix): number {
    if (radix === 10 || end - start < 2) return 0
    const [first, second] = [units[start] ?? 0, (units[start + 1] ?? 0) | caseBit]
    if (first === digitZero && second === prefixes[radix]) return 2
    return radix === 16 && kindAt(start) === prefix ? 1 : 0
  }

  /** -1: it is no number with this radix, or too large for a code. */
  function numberAt(from: number, to: number, radix: Radix): number {
    let value = 0
    for (let at = from; at < to; at += 1) {
      const digit = digitOf(units[at] ?? gapUnit)
      if (digit >= radix) return -1
      value = value * radix + digit
      if (value >= gapUnit) return -1
    }
    return value
  }
}

const [caseBit, digitZero] = [0x20, 0x30]
const prefixes: Readonly<Record<Radix, number>> = { 10: 0, 16: 0x78, 8: 0x6f, 2: 0x62 }
