import { withoutHidden } from '../contract/hidden-text.ts'

/** The text with its lines, without control characters, direction marks and characters that nobody sees. */
export const plainLines = (text: string): string => withoutHidden(text).trim()

/** The same in one line, so that a caller's name cannot look like another line of a message. */
export const oneLine = (text: string): string => plainLines(text).replace(/\s+/g, ' ')
