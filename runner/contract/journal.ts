import * as z from 'zod'
import { Json } from './skill-io.ts'

/** The host functions a skill may be granted. */
export const HostOp = z.enum(['fetch', 'secrets.get', 'time.offset', 'console.log'])
export type HostOp = z.infer<typeof HostOp>

/**
 * One host call as recorded: `result` when it is small, else `result_hash` (sha256, hex) of its JSON.
 * `fuel_left` is in metered instructions when the call was made.
 */
export const JournalEntry = z.object({
  seq: z.int().nonnegative(),
  op: HostOp,
  args: Json,
  result: Json.optional(),
  result_hash: z.string().optional(),
  fuel_left: z.int().nonnegative(),
  duration_ms: z.number().nonnegative(),
})
export type JournalEntry = z.infer<typeof JournalEntry>
