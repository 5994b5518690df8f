import { type ScannedText, sourceLanguageOf } from './scanned-text.ts'

/** Begins at line breaks only: from every character on, it would read each line thousands of times. */
const longLine = /(?<![^\n])[^\n]{5001}/

/** Whether source code has a line above 5,000 characters, or many escapes or generated names. Ignores data files. */
export function isPacked(source: ScannedText): boolean {
  const { text } = source
  if (sourceLanguageOf(source) === undefined) return false
  const generated = count(text, /\b_0x[0-9a-f]{4,6}\b/)
  const escapes = count(text, /\\x[0-9a-f]{2}|\\u00[0-9a-f]{2}/i)
  return generated > 20 || escapes * 4 > Math.max(400, text.length / 5) || longLine.test(text)
}

const count = (text: string, pattern: RegExp): number => text.split(pattern).length - 1

/** Python looks for the encoding of its source in comments of the first two lines. */
const declaration = /^(?:[^\n]{0,1000}\n)?[ \t\f]*#[^\n]{0,200}?coding[:=][ \t]*([-\w.]+)/
/** Encodings that keep ASCII characters unchanged. */
const usual =
  /^(?:utf[-_]?8(?:[-_]sig)?|ascii|us[-_]ascii|(?:iso[-_]?)?8859[-_]?\d+|latin[-_]?1?|iso[-_]latin[-_]1|(?:cp|windows[-_]?)(?:125\d|437|850|866|874|932|936|949|950)|koi8[-_][ru]|gb\w*|big5\w*|euc[-_]\w+|shift[-_]?jis\w*|mac[-_]?roman)$/i

/** Whether a Python source declares an encoding that can hide its words from the rules. */
export function hasOddEncoding(source: ScannedText): boolean {
  if (sourceLanguageOf(source) !== 'python') return false
  const [, name] = declaration.exec(source.text) ?? []
  return name !== undefined && !usual.test(name)
}

/** More empty lines, or spaces in a line, than a layout needs. A viewer shows neither the text behind them nor a hint. */
const blankAtMost = { lines: 200, spaces: 1000 } as const

/** The offset of the first text behind a long run of empty lines or spaces. `undefined`: there is none. */
export function textBehindBlank({ text }: Pick<ScannedText, 'text'>): number | undefined {
  let [lines, spaces] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') [lines, spaces] = [lines + 1, 0]
    else if (character.trim() === '') spaces += 1
    else if (lines > blankAtMost.lines || spaces > blankAtMost.spaces) return at
    else [lines, spaces] = [0, 0]
  }
  return undefined
}
