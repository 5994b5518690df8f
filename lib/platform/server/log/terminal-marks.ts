/**
 * Characters that a terminal interprets: control characters, line separators, and marks that change the text direction.
 */
const mark = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const marks = new RegExp(mark, 'gu')

export const hasTerminalMark = (text: string): boolean => mark.test(text)

/** Replaces each such character by its JSON escape, such as `\u001b`. */
export function showTerminalMarks(text: string): string {
  return text.replace(marks, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
