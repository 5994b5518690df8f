import * as z from 'zod'
import { Limits, Permissions } from './manifest.ts'
import { ScriptLanguage } from './script-language.ts'

/** What a script may do, as granted by its profile. */
export const ScriptGrant = z.object({
  language: ScriptLanguage,
  permissions: Permissions,
  limits: Limits.prefault({}),
})
export type ScriptGrant = z.infer<typeof ScriptGrant>
