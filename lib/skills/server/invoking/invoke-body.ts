import * as z from 'zod'
import { ConfirmationId } from '#runner/contract/ids.ts'

/** What a caller sends to run a skill. */
export const InvokeBody = z.strictObject({
  skill: z.string().min(1, 'must name a skill').max(64),
  /** Validated by the skill's own schema. */
  input: z.unknown(),
  /** The id of the confirmation that an earlier answer requested. */
  confirmation_id: ConfirmationId.optional(),
  /** Whether the caller confirms. Effective only if a confirmation of the same call is pending. */
  confirmed: z.boolean().default(false),
  /** Whether the answer must not come from the cache. */
  fresh: z.boolean().default(false),
})
