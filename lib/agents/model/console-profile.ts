import * as z from 'zod'
import { CredentialUse } from '#lib/platform/model/credential-schema.ts'
import { StoredTime } from '#lib/platform/model/stored-time.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { EgressHost, SecretName } from '#runner/contract/manifest.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { VisibleLine } from '#runner/contract/visible-text.ts'
import { NewProfile, ProfileLimits, ProfileView, ProposalView, PythonRuntime, WantedKey } from './profile-schema.ts'

const ConsoleKey = z.strictObject({
  name: z.string(),
  /** Written by the operator or agent who added the key. */
  description: z.string(),
  /** Whether the operator added the key. Otherwise the agent did. */
  by_operator: z.boolean(),
  /** Whether the credential that an operator approved, or will approve by locking, has a value that is not expired. */
  value_exists: z.boolean(),
  /** Whether another credential of this name has a value now: scripts get it when an operator approves it. */
  is_replaced: z.boolean(),
  /** Where scripts may use the placeholder of the key, besides headers. */
  places: z.array(SecretPlace),
  /** The stored credential with this name. Null: there is none yet. */
  credential: z
    .strictObject({
      use: CredentialUse,
      description: z.string(),
      hosts: z.array(z.string()),
      expires_at: z.iso.datetime().nullable(),
      updated_at: z.iso.datetime(),
      /** The number of other profiles that use the credential, except revoked ones. Above `mostUsers`: more than that. */
      other_profiles: z.int(),
    })
    .nullable(),
})
export type ConsoleKey = z.infer<typeof ConsoleKey>

/** The most users of a credential that are counted: agents create profiles themselves. */
export const mostUsers = 100

/** A profile in the console, with its id instead of its token. */
export const ConsoleProfile = ProfileView.omit({ profile_id: true }).extend({
  id: z.string(),
  created_at: z.iso.datetime(),
  locked_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  /** Whether an operator wrote the description. Otherwise the agent did. */
  described_by_operator: z.boolean(),
  keys: z.array(ConsoleKey),
  /** The number of all proposals: `proposals` has those that wait for a decision, and the latest 20 others. */
  proposals_total: z.int(),
  /** The `after` of the page with older proposals. Null: there are none. */
  older_proposals: z.string().nullable(),
})
export type ConsoleProfile = z.infer<typeof ConsoleProfile>

export const ProposalQuery = z.strictObject({ after: z.string().max(200) })

/** Decided and lapsed proposals, the latest first. */
export const ConsoleProposalPage = z.strictObject({
  proposals: z.array(ProposalView),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
})
export type ConsoleProposalPage = z.infer<typeof ConsoleProposalPage>

/** A profile in the list of profiles. */
export const ProfileRow = ConsoleProfile.omit({ proposals: true, proposals_total: true, older_proposals: true }).extend(
  {
    /** The number of proposals that wait for a decision. */
    waiting_proposals: z.int(),
  },
)
export type ProfileRow = z.infer<typeof ProfileRow>

/** `after`: the `next` of the page before. Absent: the first page. */
export const ProfileQuery = z.strictObject({ after: z.string().max(200).optional() })
export type ProfileQuery = z.infer<typeof ProfileQuery>

/** A page of profiles, the newest first. */
export const ConsoleProfiles = z.strictObject({
  profiles: z.array(ProfileRow),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
  /** A profile that nobody has locked is deleted this many days after it was created. */
  unlocked_days: z.int(),
})
export type ConsoleProfiles = z.infer<typeof ConsoleProfiles>

/** The current and past executions of a profile. */
const ProfileActivity = z.strictObject({
  running: z.int(),
  awaiting_llm: z.int(),
  total: z.int(),
  last_at: z.iso.datetime().nullable(),
})

export const ConsoleProfilePage = z.strictObject({
  profile: ConsoleProfile,
  activity: ProfileActivity,
  /** The defaults for limits that the profile does not set. */
  default_limits: ProfileLimits.required(),
})
export type ConsoleProfilePage = z.infer<typeof ConsoleProfilePage>

const { timeout_s, memory_mb, fuel, llm_wait_s, concurrency } = ProfileLimits.shape

/** Absent limits stay as they are. Null: the limit has its default again. */
export const LimitsChange = z.strictObject({
  timeout_s: timeout_s.nullable(),
  memory_mb: memory_mb.nullable(),
  fuel: fuel.nullable(),
  llm_wait_s: llm_wait_s.nullable(),
  concurrency: concurrency.nullable(),
})

/** Absent fields stay as they are. */
const ScriptsChange = z.strictObject({
  language: ScriptLanguage.optional(),
  python_runtime: PythonRuntime.optional(),
  shows_lookalikes: z.boolean().optional(),
})

/**
 * An operator's change of a profile. Keys, hosts and limits can change only while the profile is unlocked, except for
 * the credentials that the keys mean and the places of their placeholders. The change names only what becomes different,
 * so it keeps what the agent or another operator has changed meanwhile.
 */
export const ProfileChange = z.strictObject({
  description: VisibleLine.trim().min(1).max(500).optional(),
  keys: z
    .strictObject({
      /** Those that the profile already has keep their description. */
      add: z.array(WantedKey).default([]),
      remove: z.array(SecretName).default([]),
      /** Keys of the profile, locked or not, that from now on mean the stored credentials of these names. */
      approve: z.array(SecretName).default([]),
      /** Keys of the profile, locked or not, and where their placeholders may stand from now on, besides headers. */
      places: z.array(z.strictObject({ name: SecretName, places: z.array(SecretPlace) })).default([]),
    })
    .optional(),
  hosts: z.strictObject({ add: z.array(EgressHost).default([]), remove: z.array(EgressHost).default([]) }).optional(),
  limits: LimitsChange.optional(),
  /** Can change in every state, because it gives scripts no access to anything. */
  scripts: ScriptsChange.optional(),
  expires_at: StoredTime.nullable().optional(),
})
export type ProfileChange = z.input<typeof ProfileChange>

/** What an operator sends to create a profile. A limit takes precedence over that of the template. */
export const NewConsoleProfile = NewProfile.safeExtend({ limits: ProfileLimits.default({}) })
export type NewConsoleProfile = z.input<typeof NewConsoleProfile>

/** An operator's lock of a profile. `version`: the version that the operator saw. */
export const ProfileLock = z.strictObject({ version: z.int() })
export type ProfileLock = z.infer<typeof ProfileLock>

/** Revokes every unlocked profile that was created until this time, so that none that the operator did not see ends. */
export const RevokeUnlocked = z.strictObject({ created_until: z.iso.datetime() })
export type RevokeUnlocked = z.infer<typeof RevokeUnlocked>

/** The number of profiles that were revoked. */
export const RevokedProfiles = z.strictObject({ revoked: z.int() })
export type RevokedProfiles = z.infer<typeof RevokedProfiles>

/** Whether the executions of a deleted profile stay. */
export const ProfileRemoval = z.strictObject({ history: z.enum(['keep', 'delete']) })
export type ProfileRemoval = z.infer<typeof ProfileRemoval>

/** `executions`: the number of those that went with it. */
export const RemovedProfile = z.strictObject({ removed: z.string(), executions: z.int() })
export type RemovedProfile = z.infer<typeof RemovedProfile>

export const ProposalVerdict = z.strictObject({ verdict: z.enum(['applied', 'rejected']) })

/** The header and the setup code with which an agent on another machine may create a profile. */
export const SetupCode = z.strictObject({ header: z.string(), code: z.string(), is_open: z.boolean() })

/** The profile's token, for its agent. */
export const ProfileTokenAnswer = z.strictObject({ token: z.string() })
