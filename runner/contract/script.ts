import * as z from 'zod'
import { Limits, Permissions } from './manifest.ts'

/** What a script may do, as granted by its profile. */
export const ScriptGrant = z.object({
  language: z.enum(['javascript']),
  permissions: Permissions,
  limits: Limits.prefault({}),
})
export type ScriptGrant = z.infer<typeof ScriptGrant>
