import * as z from 'zod'
import { Limits, Permissions } from './manifest.ts'

export const ScriptLanguage = z.enum(['javascript', 'python'], 'must be javascript or python')
export type ScriptLanguage = z.infer<typeof ScriptLanguage>

/** What a script may do, as granted by its profile. */
export const ScriptGrant = z.object({
  language: ScriptLanguage,
  permissions: Permissions,
  limits: Limits.prefault({}),
})
export type ScriptGrant = z.infer<typeof ScriptGrant>
