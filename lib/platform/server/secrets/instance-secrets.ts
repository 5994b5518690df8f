import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Corrected } from '#runner/core/private-path.ts'
import type { DatabaseClient } from '../db/client.ts'
import type { Env } from '../env/env.ts'
import { readOrMakeSecret, SecretError } from './secret-file.ts'

export type SecretName = 'session-key' | 'encryption-key'

/** The instance's own secrets, 32 bytes each. Printing the object shows no secret, so that none reaches a log. */
export type InstanceSecrets = { readonly sessionKey: Uint8Array; readonly encryptionKey: Uint8Array }

/** Stores fingerprints in the database that the secrets protect. */
export type FingerprintStore = {
  /** Stores `fingerprint` unless one exists. Returns the stored one. */
  remember(name: SecretName, fingerprint: string): Promise<string>
}

type InstanceSecretsOptions = {
  readonly dataDir: string
  /** From the environment. Absent: from the file, created at the first start. */
  readonly sessionKey?: Uint8Array | undefined
  readonly encryptionKey?: Uint8Array | undefined
  readonly fingerprints: FingerprintStore
  readonly random?: (bytes: number) => Uint8Array
  /** Called for each file or folder that was accessible to other users. */
  readonly corrected?: Corrected
}

/** The environment variable that replaces the file of a secret. */
export const variableOf = { 'session-key': 'TRAVEL_SESSION_KEY', 'encryption-key': 'TRAVEL_ENCRYPTION_KEY' } as const

/** Identifies a secret without revealing anything about it: the secret has 256 random bits. */
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
 * The session key and the encryption key: from the environment, or from `<dataDir>/secrets`, created at the first
 * start. Compares each with the fingerprint that the database stored at its first use.
 *
 * @throws PrivatePathError if a file belongs to another user, SecretError if a secret does not match this database.
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
        ? `${variableOf[name]} is not the original key of this database: set it to that key, or unset it if the right key is in ${path}.`
        : `The key in ${path} is not the original key of this database: restore the file from a backup, or set ${variableOf[name]} to the right key.`,
    )
  }
  return hide({
    sessionKey: await load('session-key', options.sessionKey),
    encryptionKey: await load('encryption-key', options.encryptionKey),
  })
}

/** The instance's secrets that the environment sets, which a backup does not contain. */
export const keysFromEnvironment = ({
  sessionKey,
  encryptionKey,
}: Pick<Env, 'sessionKey' | 'encryptionKey'>): { readonly name: SecretName; readonly key: Uint8Array }[] => [
  ...(sessionKey ? [{ name: 'session-key', key: sessionKey } as const] : []),
  ...(encryptionKey ? [{ name: 'encryption-key', key: encryptionKey } as const] : []),
]

type Row = { readonly fingerprint: string }

/** Fingerprints in the table `instance_secrets`. */
export const createDatabaseFingerprints = (db: DatabaseClient): FingerprintStore => ({
  async remember(name, fingerprint) {
    const read = () => db.sql.$queryRaw<Row[]>`select fingerprint from instance_secrets where name = ${name}`
    const [row] = await read()
    if (row) return row.fingerprint
    // Of two concurrent first starts, the second finds the row of the first.
    await db.sql.$executeRaw`
      insert into instance_secrets (name, fingerprint) values (${name}, ${fingerprint}) on conflict do nothing`
    const [made] = await read()
    if (made) return made.fingerprint
    throw new Error(`The fingerprint of ${name} was removed while it was stored`)
  },
})
