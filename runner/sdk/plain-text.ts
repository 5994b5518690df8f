import { oneLine as inOneLine, withoutHidden } from '../contract/hidden-text.ts'

/** The text with its line breaks, but without control characters, direction marks and invisible characters. */
export const plainLines = (text: string): string => withoutHidden(text).trim()

/** The same text in one line, so that a caller's name cannot look like another line of a message. */
export const oneLine = (text: string): string => inOneLine(text)
