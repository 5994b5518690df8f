import * as z from 'zod'
import { ErrorBody } from '#runner/contract/errors.ts'
import { ConfirmationId } from '#runner/contract/ids.ts'
import { VisibleText } from '#runner/contract/visible-text.ts'

/** A confirmation as shown to the person who decides. */
export const ConfirmationView = z.strictObject({
  id: z.string(),
  question: z.string(),
  skill: z.string(),
  version: z.string(),
  /** `changed`: the skill was updated, or may no longer run. The action was done only in the state `given`. */
  state: z.enum(['waiting', 'given', 'declined', 'expired', 'changed']),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  answered_at: z.iso.datetime().nullable(),
  /** What happens, in plain words: the recipient first, then each value that the skill gets. */
  facts: z.array(
    z.strictObject({
      name: z.string(),
      /** True if the skill chose the name. Absent if the name is in the reader's language. */
      isSkillsName: z.literal(true).optional(),
      value: z.string(),
      isQuote: z.boolean(),
      /** The field of a text that the person may change. The person must then confirm the new text. */
      field: z.string().optional(),
    }),
  ),
  /** What the skill may reach, and what it cannot do. */
  reaches: z.array(z.string()),
  cannot: z.array(z.string()),
})
export type ConfirmationView = z.infer<typeof ConfirmationView>

/** A request to repeat a confirmation. `texts`: new texts, by field. */
export const AskAgain = z.strictObject({
  texts: z.record(z.string().max(200), VisibleText.max(4_000)).default({}),
})
export type AskAgain = z.infer<typeof AskAgain>

/** The result of a decision. */
export const Decided = z.discriminatedUnion('state', [
  /** `message`: the skill's own message about the result. */
  z.strictObject({ state: z.literal('done'), message: z.string().optional() }),
  z.strictObject({ state: z.literal('declined') }),
  /** The skill ran and failed. */
  z.strictObject({ state: z.literal('failed'), error: ErrorBody }),
  /** The skill changed meanwhile, so nothing was done. `next_id`: a new confirmation. */
  z.strictObject({ state: z.literal('changed'), next_id: z.string() }),
  /** Nothing was done. `next_id`: a new pending confirmation. */
  z.strictObject({ state: z.literal('asked'), next_id: z.string() }),
])
export type Decided = z.infer<typeof Decided>

/** The id of a confirmation in a path. */
export const confirmationParams = z.object({ id: ConfirmationId })
