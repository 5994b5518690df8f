import { derivedText, type ScannedText } from './scanned-text.ts'
import { constantsIn, foldedTexts, unknown } from './travel/fold-constants.ts'

/** Operators and calls that join or change texts. Code without them has nothing to compute. */
const joining =
  /["'`)\]]\s*\+|\+\s*["'`(]|\[::-1\]|\.reverse\(\)|\.join\s*\(|\.replace(?:All)?\s*\(|fromCharCode|\bchr\s*\(|fromhex|\.format\s*\(/
/** In characters. Shorter texts are not commands. */
const shortest = 8
const maxTexts = 200
/** In characters. Texts in longer code are not joined: a syntax tree with a node for each piece takes much memory. */
const longest = 100_000

/** `isDisguised`: the code contains no piece of the text, for example because it is written backwards or as numbers. */
type MadeText = { readonly made: ScannedText; readonly isDisguised: boolean }

/**
 * The texts that source code builds from constants by joining, reversing or replacing, also through variables. Leaves
 * out texts that the code contains as they are. `VALUE` stands for a value that is only known at run time.
 */
export function madeTexts(source: ScannedText): MadeText[] {
  const { text, parts } = source
  const made: MadeText[] = []
  for (const { language, start, end } of parts) {
    if (language !== 'python' && language !== 'javascript') continue
    const code = text.slice(start, end)
    if (code.length > longest || !joining.test(code)) continue
    for (const folded of foldedTexts(language, code, constantsIn(language, code, new Map()))) {
      const plain = folded.text.replaceAll(unknown, 'VALUE')
      if (plain.length < shortest || code.includes(plain)) continue
      made.push({
        made: derivedText(source, start + folded.start, plain, 'shell', 'other'),
        isDisguised: isDisguised(plain, code),
      })
      if (made.length >= maxTexts) return made
    }
  }
  return made
}

const pieceLength = 6

function isDisguised(text: string, code: string): boolean {
  for (let at = 0; at + pieceLength <= text.length; at += pieceLength / 2) {
    if (code.includes(text.slice(at, at + pieceLength))) return false
  }
  return true
}
