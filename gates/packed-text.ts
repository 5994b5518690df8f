import { type ScannedText, sourceLanguageOf } from './scanned-text.ts'

const longLine = 5000

/** Whether source code has a line above 5,000 characters, or many escapes or generated names. Ignores data files. */
export function isPacked(source: ScannedText): boolean {
  const { text } = source
  if (sourceLanguageOf(source) === undefined) return false
  const generated = text.match(/\b_0x[0-9a-f]{4,6}\b/g)?.length ?? 0
  const escapes = text.match(/\\x[0-9a-f]{2}|\\u00[0-9a-f]{2}/gi)?.length ?? 0
  if (generated > 20 || escapes * 4 > Math.max(400, text.length / 5)) return true
  let from = 0
  while (from < text.length) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline
    if (to - from > longLine) return true
    from = to + 1
  }
  return false
}
