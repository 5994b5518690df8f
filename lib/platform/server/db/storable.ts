import type { Json } from '#runner/contract/skill-io.ts'
import { isLight } from '#runner/slices/is-light.ts'
import { jsonPieces } from '#runner/slices/work-on-json.ts'

/** JSON for a column. JSON null becomes an empty object, because the column already uses SQL NULL. */
export type Storable = Exclude<Json, null>

/**
 * The same JSON without text that PostgreSQL rejects: NUL characters and lone surrogates become U+FFFD. Removes own
 * `__proto__` keys. Skills and providers can send all of these.
 */
export const storable = (value: unknown): Storable => asStorable(value).value

/** `storable`, and whether the value is unchanged, so that its hash is the same. */
export function asStorable(value: unknown): { readonly value: Storable; readonly isAsItWas: boolean } {
  const given = JSON.stringify(value) ?? 'null'
  const text = cleaned(given)
  const hasPrototypes = text.includes('"__proto__"')
  const parsed: Json = hasPrototypes ? JSON.parse(text, withoutPrototypes) : JSON.parse(text)
  return { value: parsed ?? {}, isAsItWas: text === given && !hasPrototypes && parsed !== null }
}

/** The database client drops a property of this name. Removing it first keeps the stored and the sealed JSON equal. */
const withoutPrototypes = (name: string, value: Json): Json | undefined => (name === '__proto__' ? undefined : value)

/**
 * The JSON text of a large value, in pieces for `cleaned`, because processing it in one step would block the thread.
 * Undefined for a small value.
 */
export async function largePieces(value: object): Promise<readonly string[] | undefined> {
  const known: Json = Object(value)
  return isLight(known) ? undefined : jsonPieces(value)
}

/** Turns any JSON text into one that PostgreSQL accepts. No escape may be split between pieces. */
export function cleaned(json: string): string {
  return json.includes('\\u') ? json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, replaced) : json
}

/** `JSON.stringify` escapes a surrogate only if it is unpaired. */
function replaced(sequence: string): string {
  return sequence === '\\u0000' || sequence.startsWith('\\ud') ? '\\ufffd' : sequence
}
