import { derivedText, type ScannedText } from './scanned-text.ts'
import { constantsIn, foldedTexts, unknown } from './travel/fold-constants.ts'

/** What puts texts together. Without any of it there is nothing to compute. */
const joining =
  /["'`)\]]\s*\+|\+\s*["'`(]|\[::-1\]|\.reverse\(\)|\.join\s*\(|\.replace(?:All)?\s*\(|fromCharCode|\bchr\s*\(|fromhex|\.format\s*\(/
/** Shorter texts are no commands. */
const shortest = 8
const mostTexts = 200

/** `isDisguised`: no piece of it stands in the code, as when it is written backwards or in numbers. */
export type MadeText = { readonly made: ScannedText; readonly isDisguised: boolean }

/**
 * The texts that source code makes of constants, as far as they do not stand in it: pieces joined, reversed or
 * replaced, across variables. A value that only the run decides is `VALUE`.
 */
export function madeTexts(source: ScannedText): MadeText[] {
  const { text, parts } = source
  const made: MadeText[] = []
  for (const { language, start, end } of parts) {
    if (language !== 'python' && language !== 'javascript') continue
    const code = text.slice(start, end)
    if (!joining.test(code)) continue
    for (const folded of foldedTexts(language, code, constantsIn(language, code, new Map()))) {
      const plain = folded.text.replaceAll(unknown, 'VALUE')
      if (plain.length < shortest || code.includes(plain)) continue
      made.push({
        made: derivedText(source, start + folded.start, plain, 'shell', 'other'),
        isDisguised: isDisguised(plain, code),
      })
      if (made.length >= mostTexts) return made
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
