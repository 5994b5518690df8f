/**
 * JSON that is safe to print on a terminal and parses to the same value. Escapes the control characters that
 * `JSON.stringify` leaves as they are, and the marks that change the text direction.
 */
export function printableJson(value: unknown, indent: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
