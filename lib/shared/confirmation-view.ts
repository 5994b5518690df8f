import * as z from 'zod'
import { ErrorBody } from '#runner/contract/errors.ts'

/** A confirmation as the person who has to decide sees it. */
export const ConfirmationView = z.strictObject({
  id: z.string(),
  question: z.string(),
  skill: z.string(),
  version: z.string(),
  /** `changed`: the skill was updated, or may no longer run. Nothing was done but in `given`. */
  state: z.enum(['waiting', 'given', 'declined', 'expired', 'changed']),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  /** What happens, in plain words: the recipient first, then each value that the skill gets. */
  facts: z.array(
    z.strictObject({
      name: z.string(),
      /** The name is the skill's own. Absent: it is in the reader's language. */
      isSkillsName: z.literal(true).optional(),
      value: z.string(),
      isQuote: z.boolean(),
      /** The person may change this text, and is asked again with the new one. */
      field: z.string().optional(),
    }),
  ),
  /** What the skill may reach, and what it cannot do. */
  reaches: z.array(z.string()),
  cannot: z.array(z.string()),
})
export type ConfirmationView = z.infer<typeof ConfirmationView>

/** A new question like an earlier one. `texts`: other texts for fields of it. */
export const AskAgain = z.strictObject({
  texts: z.record(z.string().max(200), z.string().max(4_000)).default({}),
})
export type AskAgain = z.infer<typeof AskAgain>

/** What came of a decision. */
export const Decided = z.discriminatedUnion('state', [
  /** `message`: what the skill says of it, in its own words. */
  z.strictObject({ state: z.literal('done'), message: z.string().optional() }),
  z.strictObject({ state: z.literal('declined') }),
  /** It ran and failed. */
  z.strictObject({ state: z.literal('failed'), error: ErrorBody }),
  /** It changed meanwhile, so nothing was done, and the person is asked again. */
  z.strictObject({ state: z.literal('changed'), next_id: z.string() }),
  /** Nothing was done. A new question waits. */
  z.strictObject({ state: z.literal('asked'), next_id: z.string() }),
])
export type Decided = z.infer<typeof Decided>
