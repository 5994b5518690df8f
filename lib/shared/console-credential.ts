import * as z from 'zod'
import { SecretName } from '#runner/contract/manifest.ts'
import { CredentialView } from './credential-schema.ts'

/** A profile that names a credential. */
const CredentialProfile = z.strictObject({
  id: z.string(),
  description: z.string(),
  state: z.enum(['unlocked', 'locked', 'expired', 'revoked']),
})

/** A credential in the console, with what uses it. Never its value. */
export const ConsoleCredential = CredentialView.extend({
  /** Without revoked ones. */
  profiles: z.array(CredentialProfile),
  /** The names of the skills that declare it. */
  skills: z.array(z.string()),
})
export type ConsoleCredential = z.infer<typeof ConsoleCredential>

/** A name that the environment may give a value. */
const EnvironmentName = z.strictObject({
  name: SecretName,
  hosts: z.array(z.string()),
  is_set: z.boolean(),
  /** A stored credential has the same name, so that this one is never read. */
  is_shadowed: z.boolean(),
})
export type EnvironmentName = z.infer<typeof EnvironmentName>

export const ConsoleCredentials = z.strictObject({
  credentials: z.array(ConsoleCredential),
  environment: z.array(EnvironmentName),
  /** Set variables that a profile or skill asks for, but TRAVEL_CREDENTIALS names no hosts for them. */
  unnamed: z.array(z.string()),
})
export type ConsoleCredentials = z.infer<typeof ConsoleCredentials>

/** The keys that encrypt the values, and the rotation to a new one. */
export const ConsoleKeyRing = z.strictObject({
  /** Fingerprint of the key that encrypts new values. */
  newest: z.string(),
  older: z.int(),
  /** Encrypted values, also those of profiles' ids. `left`: under older keys. */
  values: z.strictObject({ total: z.int(), left: z.int() }),
  /** `failed`: the last one stopped, and the next one continues it. */
  rotation: z.enum(['idle', 'running', 'failed']),
  /** Values that no key opens, by their names. While there are some, the older keys stay. */
  unreadable: z.array(z.string()),
  /** The last rotation that ended. Null: there was none. */
  last: z.strictObject({ at: z.iso.datetime(), by: z.string() }).nullable(),
})
export type ConsoleKeyRing = z.infer<typeof ConsoleKeyRing>
