import type { Json } from '../contract/skill-io.ts'

/**
 * The same JSON with the keys of each object in the order of a `jsonb` column. A skill sees the order of keys, so an
 * answer of any JSON has this order from the start, and is the same when a replay reads it from the journal.
 */
export function storedOrder(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(storedOrder)
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, bytes: Buffer.from(key) }))
  entries.sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes))
  return Object.fromEntries(entries.map(({ key, item }) => [key, storedOrder(item)]))
}
