import { hidden } from '#runner/contract/hidden-text.ts'

const MAX_CHARACTERS = 300

/** Deeper than anything in a contract. Text below this depth is dropped, so that the work is bounded. */
const MAX_DEPTH = 12

/** Tabs and line breaks end up as spaces too, because the text is shown on one line. */
const unwanted = new RegExp(`[\\t\\n]|${hidden.source}`, 'gu')

/**
 * A provider's text for display: well formed, on one line, without effect on surrounding text, and of bounded length.
 */
function cleanText(text: string): string {
  const isFine = text.length <= MAX_CHARACTERS && text.isWellFormed() && text.search(unwanted) < 0
  if (isFine) return text
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
  return cut.toWellFormed().replace(unwanted, ' ').replace(/ {2,}/g, ' ').trim()
}

/** A copy of JSON with every text cleaned, except those under the names in `except`. */
export function cleanCopy(value: unknown, except: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((part) => cleanCopy(part, except, depth + 1))
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    except.includes(name) && typeof part === 'string' ? part : cleanCopy(part, except, depth + 1),
  ])
  return Object.fromEntries(parts)
}
