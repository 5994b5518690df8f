/** What a terminal obeys in place of showing it: control characters, separators of lines, marks and changes of direction. */
const mark = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const marks = new RegExp(mark, 'gu')

export const hasTerminalMark = (text: string): boolean => mark.test(text)

/** The text with each of them as its code, `\u001b`, as JSON writes it. */
export function showTerminalMarks(text: string): string {
  return text.replace(marks, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
