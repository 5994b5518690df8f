import * as z from 'zod'
import { Limits, Permissions, RuntimeName } from './manifest.ts'
import { ScriptLanguage } from './script-language.ts'

/** What a script may do, as granted by its profile. */
export const ScriptGrant = z.object({
  language: ScriptLanguage,
  /** The runtime that was chosen for it. Absent: the first available one of its language. */
  runtime: RuntimeName.optional(),
  permissions: Permissions,
  limits: Limits.prefault({}),
  /** The operator lets its result show text that only looks like a credential. Absent: such text is masked, too. */
  shows_lookalikes: z.literal(true).optional(),
})
export type ScriptGrant = z.infer<typeof ScriptGrant>
