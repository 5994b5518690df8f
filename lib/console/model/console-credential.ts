import * as z from 'zod'
import { NamedActor } from '#lib/platform/model/actor.ts'
import { CredentialView } from '#lib/platform/model/credential-schema.ts'
import { SecretName } from '#runner/contract/manifest.ts'

/** A profile that names a credential. */
const CredentialProfile = z.strictObject({
  id: z.string(),
  description: z.string(),
  state: z.enum(['unlocked', 'locked', 'expired', 'revoked']),
})

/** A credential in the console, with the profiles and skills that use it, and without its value. */
export const ConsoleCredential = CredentialView.extend({
  /** The newest profiles that use the credential, except revoked ones, at most 10. */
  profiles: z.array(CredentialProfile),
  /** The number of all that do. Above `mostUsers`: more than that, and `profiles` are the newest of some of them. */
  profiles_total: z.int(),
  /** The names of the skills that declare it. */
  skills: z.array(z.string()),
})
export type ConsoleCredential = z.infer<typeof ConsoleCredential>

/** The name of a credential whose value can come from the environment. */
const EnvironmentName = z.strictObject({
  name: SecretName,
  hosts: z.array(z.string()),
  is_set: z.boolean(),
  /** Whether a stored credential has the same name, so that this one is never read. */
  is_shadowed: z.boolean(),
})

/** The value of `used` for credentials that no profile and no skill uses. No skill has this name. */
export const noUser = '-'

/** Which credentials are listed. Absent: all. */
export const CredentialQuery = z.strictObject({
  /** The id of a profile, the name of a skill, or `noUser`. */
  used: z.string().max(64).optional(),
  /** A part of the name, the description or a host, of the name of a skill, or of the description of a profile. */
  text: z.string().max(200).optional(),
})
export type CredentialQuery = z.infer<typeof CredentialQuery>

/** The most profiles that a text finds. */
export const mostNamed = 1000

export const ConsoleCredentials = z.strictObject({
  credentials: z.array(ConsoleCredential),
  /** The values that `used` can have, each with its name: skills, and the newest locked profiles at most 200. */
  users: z.array(z.tuple([z.string(), z.string()])),
  /** `newest`: the text is in more than `mostNamed` profiles, and the keys of the newest of them were looked up. */
  searched: z.enum(['all', 'newest']),
  environment: z.array(EnvironmentName),
  /** Set variables that a profile or skill needs, but that have neither a credential nor an entry in TRAVEL_CREDENTIALS. */
  unnamed: z.array(z.string()),
})
export type ConsoleCredentials = z.infer<typeof ConsoleCredentials>

/** The keys that encrypt the values, and the rotation to a new one. */
export const ConsoleKeyRing = z.strictObject({
  /** Fingerprint of the key that encrypts new values. */
  newest: z.string(),
  /** The older keys that a rotation has not dropped yet. */
  older: z.int(),
  /** The number of encrypted values, including the profiles' tokens. `left`: those under older keys. */
  values: z.strictObject({ total: z.int(), left: z.int() }),
  /** `failed`: the last rotation stopped, and the next one continues it. */
  rotation: z.enum(['idle', 'running', 'failed']),
  /** The names of values that no key can decrypt. The older keys are kept until a rotation finds none. */
  unreadable: z.array(z.string()),
  /** The last completed rotation. Null: there was none. */
  last: z.strictObject({ at: z.iso.datetime(), by: NamedActor }).nullable(),
})
export type ConsoleKeyRing = z.infer<typeof ConsoleKeyRing>
