import { notInLine } from '#runner/contract/hidden-text.ts'

const MAX_CHARACTERS = 300

/** Deeper than anything in a contract. Text below this depth is dropped, so that the work is bounded. */
const MAX_DEPTH = 12

/** Nearly all texts of an answer. The full pattern is several times slower, and an answer has tens of thousands. */
const plain = /^[ -~]*$/

/**
 * A provider's text for display: well formed, on one line, without effect on surrounding text, and of bounded length.
 */
function cleanText(text: string): string {
  const isShort = text.length <= MAX_CHARACTERS
  if (isShort && (plain.test(text) || (text.isWellFormed() && text.search(notInLine) < 0))) return text
  const cut = isShort ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
  return cut.toWellFormed().replace(notInLine, ' ').replace(/ {2,}/g, ' ').trim()
}

/** A copy of JSON with every text cleaned, except those under the names in `except`. */
export function cleanCopy(value: unknown, except: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((part) => cleanCopy(part, except, depth + 1))
  // Changes a copy in place: pairs of names and values would take twice the time.
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) {
    const part = copy[name]
    if (typeof part !== 'string' || !except.includes(name)) copy[name] = cleanCopy(part, except, depth + 1)
  }
  return copy
}
