import { type ScannedText, sourceLanguageOf } from './scanned-text.ts'

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
