import type { Json } from '#runner/contract/skill-io.ts'
import { isLight } from '#runner/slices/is-light.ts'
import { jsonPieces } from '#runner/slices/work-on-json.ts'

/** JSON for a `jsonb` column. JSON null has no place there beside SQL NULL, so it becomes an empty object. */
export type Storable = Exclude<Json, null>

/**
 * The same JSON without what PostgreSQL refuses in text: NUL characters and lone surrogates become U+FFFD. Own
 * `__proto__` keys go. A skill or a provider can send all of them.
 */
export function storable(value: unknown): Storable {
  const text = cleaned(JSON.stringify(value) ?? 'null')
  const parsed: Json = text.includes('"__proto__"') ? JSON.parse(text, withoutPrototypes) : JSON.parse(text)
  return parsed ?? {}
}

/** The database client does not pass on a property of this name: without it, what is sealed is what is stored. */
const withoutPrototypes = (name: string, value: Json): Json | undefined => (name === '__proto__' ? undefined : value)

/**
 * The text of a large value, in pieces that `cleaned` has to see: what takes all of it at once has the thread for long. Undefined:
 * it is not large.
 */
export async function largePieces(value: object): Promise<readonly string[] | undefined> {
  const known: Json = Object(value)
  return isLight(known) ? undefined : jsonPieces(value)
}

/** JSON text that PostgreSQL takes, from any; no escape may be cut in two. */
export function cleaned(json: string): string {
  return json.includes('\\u') ? json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, replaced) : json
}

/** `JSON.stringify` writes a surrogate as an escape only when it stands alone. */
function replaced(sequence: string): string {
  return sequence === '\\u0000' || sequence.startsWith('\\ud') ? '\\ufffd' : sequence
}
