import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Corrected } from '#runner/private-path.ts'
import { SecretError } from './secret-error.ts'
import { readOrMakeSecret } from './secret-file.ts'

export type SecretName = 'session-key' | 'encryption-key'

/** The instance's own secrets, 32 bytes each. They print as nothing: they must not reach a log. */
export type InstanceSecrets = { readonly sessionKey: Uint8Array; readonly encryptionKey: Uint8Array }

/** Where fingerprints are remembered: the database that the secrets protect. */
export type FingerprintStore = {
  /** Remembers `fingerprint` unless one is there already; gives the one that is there. */
  remember(name: SecretName, fingerprint: string): Promise<string>
}

export type InstanceSecretsOptions = {
  readonly dataDir: string
  /** From the environment. Absent: the file's, made at first start. */
  readonly sessionKey?: Uint8Array | undefined
  readonly encryptionKey?: Uint8Array | undefined
  readonly fingerprints: FingerprintStore
  readonly random?: (bytes: number) => Uint8Array
  /** Hears of files that were open to others. */
  readonly corrected?: Corrected
}

const variableOf = { 'session-key': 'TRAVEL_SESSION_KEY', 'encryption-key': 'TRAVEL_ENCRYPTION_KEY' } as const

/** Tells one secret from another and says nothing about it: the secret has 256 random bits. */
export const fingerprintOf = (name: SecretName, secret: Uint8Array): string =>
  createHash('sha256').update(`travel.aw secret fingerprint v1\0${name}\0`).update(secret).digest('hex').slice(0, 16)

const hide = (secrets: InstanceSecrets): InstanceSecrets => {
  const hidden: InstanceSecrets = Object.defineProperties(Object.create(null), {
    sessionKey: { value: secrets.sessionKey },
    encryptionKey: { value: secrets.encryptionKey },
  })
  return hidden
}

/**
 * The session key and the encryption key: the environment's, or those in `<dataDir>/secrets`, made at first start. Each
 * is compared with the fingerprint that the database remembers from its first use.
 *
 * @throws PrivatePathError when a file is somebody else's, SecretError when one is not the secret that this database was used with.
 */
export const loadInstanceSecrets = async (options: InstanceSecretsOptions): Promise<InstanceSecrets> => {
  const random = options.random ?? randomBytes
  const load = async (name: SecretName, given: Uint8Array | undefined): Promise<Uint8Array> => {
    const path = join(options.dataDir, 'secrets', name)
    const secret = given ?? readOrMakeSecret(path, random, options.corrected)
    const remembered = await options.fingerprints.remember(name, fingerprintOf(name, secret))
    if (remembered === fingerprintOf(name, secret)) return secret
    throw new SecretError(
      given
        ? `${variableOf[name]} is not the key that this database was first used with: set it to that key, or remove it if the key is the one in ${path}.`
        : `The key in ${path} is not the one that this database was first used with: restore the file from a backup, or set ${variableOf[name]} to the right key.`,
    )
  }
  return hide({
    sessionKey: await load('session-key', options.sessionKey),
    encryptionKey: await load('encryption-key', options.encryptionKey),
  })
}
