/**
 * Control characters except tab and line feed, marks that change the text direction, and characters that nobody sees,
 * such as tags, with which text can hide from a reader. Joiners of letters and emoji are kept.
 */
const hidden =
  /(?![\t\n])\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f/gu

/** Deeper parts are dropped, so that the work is bounded. */
const mostDepth = 24

/** Well-formed text without hidden characters. Line breaks stay. */
export const withoutHidden = (text: string): string => text.replaceAll('\r\n', '\n').toWellFormed().replace(hidden, '')

/** A copy of JSON with every text cleaned, names of fields included. */
export function cleanJson<Value>(value: Value, depth?: number): Value
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutHidden(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= mostDepth) return null
  if (Array.isArray(value)) return value.map((part) => cleanJson(part, depth + 1))
  const parts = Object.entries(value).map(([name, part]) => [withoutHidden(name), cleanJson(part, depth + 1)])
  return Object.fromEntries(parts)
}
