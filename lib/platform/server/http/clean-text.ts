import { withoutHidden } from '#runner/contract/hidden-text.ts'

/** Deeper parts become null, so that the work is bounded. */
const maxDepth = 24

/** A copy of JSON without hidden characters in any text or field name. */
export function cleanJson<Value>(value: Value, depth?: number): Value
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutHidden(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return null
  if (Array.isArray(value)) return value.map((part) => cleanJson(part, depth + 1))
  const parts = Object.entries(value).map(([name, part]) => [withoutHidden(name), cleanJson(part, depth + 1)])
  return Object.fromEntries(parts)
}
