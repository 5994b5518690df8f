import * as z from 'zod'
import { oneLine, withoutHidden } from './hidden-text.ts'

const cleaned = (most: number) =>
  z.string('must be text').max(most, `is longer than ${most} characters`).transform(oneLine)

/**
 * What an agent reports about the call, chat or session in which it calls a function. The facts are not verified, so no
 * permission depends on them. Only the transcript keeps its line breaks.
 */
export const CallFacts = z.strictObject({
  id: cleaned(200).optional(),
  /** `phone`, `chat` and the like. */
  channel: cleaned(40).optional(),
  /** The number or name of the caller. */
  caller_id: cleaned(200).optional(),
  /** The conversation so far. Only the last 16,384 characters are kept. */
  transcript: z
    .string('must be text')
    .max(64 * 1024, `is longer than ${64 * 1024} characters`)
    .transform((text) => withoutHidden(lastOf(text)))
    .optional(),
})
export type CallFacts = Readonly<z.infer<typeof CallFacts>>

const maxTranscript = 16 * 1024

/** The end of a long text. Never starts inside a surrogate pair. */
export const lastOf = (text: string): string => text.slice(-maxTranscript).replace(/^[\udc00-\udfff]/, '')
