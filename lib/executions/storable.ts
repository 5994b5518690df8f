import type { Json } from '#runner/contract/skill-io.ts'

/** JSON for a `jsonb` column. JSON null has no place there beside SQL NULL, so it becomes an empty object. */
export type Storable = Exclude<Json, null>

/**
 * The same JSON without what PostgreSQL refuses in text: NUL characters and lone surrogates become U+FFFD. A skill
 * or a provider can send both.
 */
export function storable(value: unknown): Storable {
  const text = JSON.stringify(value) ?? 'null'
  const clean = text.includes('\\u') ? text.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, replaced) : text
  const parsed: Json = JSON.parse(clean)
  return parsed ?? {}
}

/** `JSON.stringify` writes a surrogate as an escape only when it stands alone. */
function replaced(sequence: string): string {
  return sequence === '\\u0000' || sequence.startsWith('\\ud') ? '\\ufffd' : sequence
}
