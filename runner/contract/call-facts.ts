import * as z from 'zod'
import { withoutHidden } from './hidden-text.ts'

const cleaned = (most: number) =>
  z
    .string('must be text')
    .max(most, `is longer than ${most} characters`)
    .transform((text) => withoutHidden(text).replaceAll(/\s+/g, ' '))

/**
 * What an agent says of the call, chat or session in which it calls a function. It is the agent's word: no permission
 * depends on it. Line breaks stay in the transcript only.
 */
export const CallFacts = z.strictObject({
  id: cleaned(200).optional(),
  /** `phone`, `chat` and the like. */
  channel: cleaned(40).optional(),
  /** The number or name of the caller. */
  caller_id: cleaned(200).optional(),
  /** What was said so far. The last 16,384 characters count. */
  transcript: z
    .string('must be text')
    .max(64 * 1024, `is longer than ${64 * 1024} characters`)
    .transform((text) => withoutHidden(lastOf(text)))
    .optional(),
})
export type CallFacts = Readonly<z.infer<typeof CallFacts>>

const mostTranscript = 16 * 1024

/** The end of a long text, without half of a character at its start. */
export const lastOf = (text: string): string => text.slice(-mostTranscript).replace(/^[\udc00-\udfff]/, '')
