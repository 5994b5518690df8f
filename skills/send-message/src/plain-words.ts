import { withoutHidden } from '#runner/sdk/hidden-text.ts'

/** The text as its lines, without characters that nobody sees. */
export const ownLines = (text: string): string => withoutHidden(text.replaceAll('\r\n', '\n')).trim()

/** The text in one line, so that a caller's name cannot look like another line of the message. */
export const oneLine = (text: string): string => ownLines(text).replace(/\s+/g, ' ')
