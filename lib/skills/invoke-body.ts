import * as z from 'zod'
import { ConfirmationId } from '#runner/contract/ids.ts'

/** What a caller sends to run a skill. */
export const InvokeBody = z.strictObject({
  skill: z.string().min(1, 'must name a skill').max(64),
  /** Validated by the skill's own schema. */
  input: z.unknown(),
  /** The question that the caller answers. Absent: the open questions about the same call. */
  confirmation_id: ConfirmationId.optional(),
  /** The answer: only `true` runs an action that needs a confirmation, and `false` closes the question. */
  confirmed: z.boolean().optional(),
  /** Whether the answer must not come from the cache. */
  fresh: z.boolean().default(false),
})
