import * as z from 'zod'
import { EgressHost } from '#runner/contract/manifest.ts'
import { VisibleLine } from '#runner/contract/visible-text.ts'
import { ProfileLimits, WantedKey } from './profile-schema.ts'

/** A starting point for profiles: one JSON file in `lib/agents/server/profiles/templates`. */
export const ProfileTemplate = z.strictObject({
  /** The name of the file, without `.json`. */
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: VisibleLine.min(1).max(80),
  /** The description of the profile, if the request has none. */
  description: VisibleLine.min(1).max(500),
  keys: z.array(WantedKey).max(8),
  hosts: z.array(EgressHost).max(8),
  limits: ProfileLimits,
})
export type ProfileTemplate = z.infer<typeof ProfileTemplate>

export const ProfileTemplates = z.strictObject({ templates: z.array(ProfileTemplate) })
