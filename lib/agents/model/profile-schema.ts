import * as z from 'zod'
import { credentialKinds } from '#lib/platform/model/credential-schema.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { budgetOf } from '#runner/contract/budget.ts'
import { longestTimeoutS } from '#runner/contract/fuel.ts'
import { EgressHost, SecretName } from '#runner/contract/manifest.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { VisibleLine } from '#runner/contract/visible-text.ts'

const maxKeys = 32
const maxHosts = 64

const Description = VisibleLine.trim().min(1, 'must say what it is for').max(500)

export const WantedKey = z.strictObject({ name: SecretName, description: VisibleLine.trim().max(500).default('') })
export type WantedKey = z.infer<typeof WantedKey>

/** The most concurrent executions of any profile. */
export const maxConcurrency = 32

/** Limits of a profile's executions. An absent limit has its default. */
export const ProfileLimits = z.strictObject({
  timeout_s: z.int().min(1).max(longestTimeoutS).optional(),
  memory_mb: z.int().min(8).max(1024).optional(),
  /** In units. Absent: as much as its time can use. */
  fuel: budgetOf.fuel.optional(),
  /** The longest time in seconds that an execution waits for the agent's model. */
  llm_wait_s: z
    .int()
    .min(1)
    .max(7 * 24 * 60 * 60)
    .optional(),
  /** The most concurrent executions of the profile. */
  concurrency: z.int().min(1).max(maxConcurrency).optional(),
})
export type ProfileLimits = z.infer<typeof ProfileLimits>

export const PythonRuntime = z.enum(['python', 'container'], 'must be python or container')

/** How the operator lets the scripts of a profile run. */
export const ProfileScripts = z.strictObject({
  /** The language of scripts that are valid in several languages, and whose sender names none. */
  language: ScriptLanguage.default('python'),
  /**
   * `python`: scripts in Python run in the process of the app, but in a container if an import needs one. `container`:
   * they always run in a container.
   */
  python_runtime: PythonRuntime.default('python'),
  /**
   * Whether results show text that only looks like a credential. Known values are always masked, and log lines never
   * show such text.
   */
  shows_lookalikes: z.boolean().default(false),
})
export type ProfileScripts = z.infer<typeof ProfileScripts>

/** What an agent sends to get a profile. */
export const NewProfile = z
  .strictObject({
    /** The name of a template that gives the profile keys, hosts and limits. */
    template: z.string().max(64).optional(),
    /** Absent: the template's description. */
    description: Description.optional(),
    keys: z.array(WantedKey).max(maxKeys).default([]),
    hosts: z.array(EgressHost).max(maxHosts).default([]),
  })
  .refine(({ template, description }) => template !== undefined || description !== undefined, {
    path: ['description'],
    message: 'must say what it is for',
  })
export type NewProfile = z.infer<typeof NewProfile>

/** What an agent adds while the profile is unlocked. */
export const AddedKeys = z
  .strictObject({
    keys: z.array(WantedKey).max(maxKeys).default([]),
    hosts: z.array(EgressHost).max(maxHosts).default([]),
  })
  .refine(({ keys, hosts }) => keys.length + hosts.length > 0, {
    path: ['keys'],
    message: 'must name at least one key, or hosts at least one host',
  })

/**
 * What an agent asks for on a locked profile: one key or one host. `places`: where scripts use the key besides headers,
 * or what they sign with it. With them, the profile may have the key already.
 */
export const NewProposal = z
  .strictObject({
    key: SecretName.optional(),
    host: EgressHost.optional(),
    places: z.array(SecretPlace).max(SecretPlace.options.length).default([]),
    description: Description,
  })
  .refine(({ key, host }) => (key === undefined) !== (host === undefined), {
    path: ['key'],
    message: 'must be given, or host, but not both',
  })
  .refine(({ key, places }) => key !== undefined || places.length === 0, {
    path: ['places'],
    message: 'belong to a key: name it as key, or leave them out',
  })

export const ProposalView = z.strictObject({
  proposal_id: z.string(),
  key: z.string().nullable(),
  host: z.string().nullable(),
  /** Where scripts may use the key once this is applied, besides headers. */
  places: z.array(SecretPlace),
  description: z.string(),
  state: z.enum(['pending', 'applied', 'rejected', 'lapsed']),
  expires_at: z.iso.datetime(),
})
export type ProposalView = z.infer<typeof ProposalView>

/**
 * A key as the profile's agent sees it. `value_exists`: whether an operator approved a credential with a value for this
 * key, which locking the profile does for every key. `use` says how a script uses the key: it reads a `setting`, and sends the
 * placeholder of a `plain` key to one of the key's `hosts`. For other kinds, the gateway adds the value to requests to
 * these hosts. `use` and `hosts` are absent if the key has no value.
 */
const KeyView = z.strictObject({
  name: z.string(),
  description: z.string(),
  value_exists: z.boolean(),
  use: z.enum(credentialKinds).optional(),
  hosts: z.array(z.string()).optional(),
  /** Where scripts may use the placeholder of a `plain` key, besides headers. Absent like `hosts`. */
  places: z.array(SecretPlace).optional(),
})

/** A profile as its agent sees it: the names of its keys and whether they have values, but no values. */
export const ProfileView = z.strictObject({
  profile_id: z.string(),
  description: z.string(),
  locked: z.boolean(),
  state: z.enum(['unlocked', 'locked', 'expired', 'revoked']),
  keys: z.array(KeyView),
  hosts: z.array(z.string()),
  limits: ProfileLimits,
  scripts: ProfileScripts,
  /** Settings that this version cannot read, such as `limits.concurrency`. Nothing runs for such a profile. */
  unreadable: z.array(z.string()).optional(),
  version: z.int(),
  expires_at: z.iso.datetime().nullable(),
  /** The oldest first: all that wait for a decision, and the latest 20 others. */
  proposals: z.array(ProposalView),
})
export type ProfileView = z.infer<typeof ProfileView>

export const ProfileToken = z.string().regex(/^ark_[0-9A-Za-z]{22}$/)
export const tooManyKeys = `has more than ${maxKeys} keys`
export const tooManyHosts = `has more than ${maxHosts} hosts`
export const isTooMany = { keys: (count: number) => count > maxKeys, hosts: (count: number) => count > maxHosts }
