import { escaped, notInLine } from '#runner/contract/hidden-text.ts'

export const hasTerminalMark = (text: string): boolean => text.search(notInLine) >= 0

/** Replaces each character that a terminal interprets, or that nobody sees, by its JSON escape, such as `\u001b`. */
export const showTerminalMarks = (text: string): string => escaped(text, notInLine)
