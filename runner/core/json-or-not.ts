import { escaped, hidden } from '../contract/hidden-text.ts'
import type { Json } from '../contract/skill-io.ts'

/** The value of a JSON text. `undefined`: the text is not JSON. */
export function jsonOrNot(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * JSON that is safe to print on a terminal and parses to the same value. Escapes the hidden characters that
 * `JSON.stringify` leaves as they are.
 */
export function printableJson(value: unknown, indent: number): string {
  return escaped(JSON.stringify(value, null, indent), hidden)
}
