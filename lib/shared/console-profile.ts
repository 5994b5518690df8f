import * as z from 'zod'
import { EgressHost } from '#runner/contract/manifest.ts'
import { CredentialUse } from './credential-schema.ts'
import { ProfileLimits, ProfileView, WantedKey } from './profile-schema.ts'

const ConsoleKey = z.strictObject({
  name: z.string(),
  /** In the words of whoever added it. */
  description: z.string(),
  /** Otherwise the agent asked for it. */
  by_operator: z.boolean(),
  value_exists: z.boolean(),
  /** The stored credential of this name. Null: there is none yet. */
  credential: z
    .strictObject({
      use: CredentialUse,
      description: z.string(),
      hosts: z.array(z.string()),
      expires_at: z.iso.datetime().nullable(),
      /** How many other profiles use it, without revoked ones. */
      other_profiles: z.int(),
    })
    .nullable(),
})
export type ConsoleKey = z.infer<typeof ConsoleKey>

/** A profile in the console, by its own id instead of its token. */
export const ConsoleProfile = ProfileView.omit({ profile_id: true }).extend({
  id: z.string(),
  created_at: z.iso.datetime(),
  locked_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  keys: z.array(ConsoleKey),
})
export type ConsoleProfile = z.infer<typeof ConsoleProfile>

export const ConsoleProfiles = z.strictObject({ profiles: z.array(ConsoleProfile) })

/** What runs, waits and ran for a profile. */
const ProfileActivity = z.strictObject({
  running: z.int(),
  awaiting_llm: z.int(),
  total: z.int(),
  last_at: z.iso.datetime().nullable(),
})

export const ConsoleProfilePage = z.strictObject({
  profile: ConsoleProfile,
  activity: ProfileActivity,
  /** What an absent limit means. */
  default_limits: ProfileLimits.required(),
})
export type ConsoleProfilePage = z.infer<typeof ConsoleProfilePage>

/**
 * What an operator changes. Keys, hosts and limits only while the profile is unlocked. Keys that the profile has keep
 * their description.
 */
export const ProfileChange = z.strictObject({
  description: z.string().trim().min(1).max(500).optional(),
  keys: z.array(WantedKey).optional(),
  hosts: z.array(EgressHost).optional(),
  limits: ProfileLimits.optional(),
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
})
export type ProfileChange = z.input<typeof ProfileChange>

export const ProposalVerdict = z.strictObject({ verdict: z.enum(['applied', 'rejected']) })

/** What an agent on another machine sends to create a profile. */
export const SetupCode = z.strictObject({ header: z.string(), code: z.string(), is_open: z.boolean() })

/** The profile's token, for its agent. */
export const ProfileTokenAnswer = z.strictObject({ token: z.string() })
