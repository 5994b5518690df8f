import * as z from 'zod'
import { withoutHidden } from './hidden-text.ts'

/**
 * A text that a person reads before a decision, such as a description or a message. A character that the person cannot
 * see, or that changes the direction of the text, is refused. Line breaks become line feeds.
 */
export const VisibleText = z
  .string({ error: ({ code }) => (code === 'invalid_type' ? 'must be text' : undefined) })
  .overwrite((text) => text.replaceAll('\r\n', '\n'))
  .refine(
    (text) => withoutHidden(text) === text,
    'has control characters, direction marks or invisible characters: remove them',
  )
