import { escaped, hidden } from '../contract/hidden-text.ts'

/**
 * JSON that is safe to print on a terminal and parses to the same value. Escapes the hidden characters that
 * `JSON.stringify` leaves as they are.
 */
export function printableJson(value: unknown, indent: number): string {
  return escaped(JSON.stringify(value, null, indent), hidden)
}
