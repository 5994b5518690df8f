import { statSync } from 'node:fs'
import { SecretError } from '#lib/secrets/secret-error.ts'
import type { CredentialBroker, Log } from '#runner/ports.ts'
import type { Corrected } from '#runner/private-path.ts'
import { type Credentials, createCredentials, type VaultPorts } from './credentials.ts'
import { type EncryptedRows, encryptClearRows } from './encrypt-clear-rows.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'
import { keyRingPath, readKeyRingFile, writeKeyRingFile } from './key-ring-file.ts'
import { type Rotation, reencrypt } from './rotate-key.ts'
import { createVaultBroker } from './vault-broker.ts'

export type Vault = {
  readonly credentials: Credentials
  /** Serves stored credentials, and other names from `environment`. */
  broker(environment: CredentialBroker): CredentialBroker
  /** Adds a new key to the ring, unless an interrupted rotation left one, and encrypts every value under it. */
  rotate(): Promise<Rotation>
  /** Finds values that are stored unencrypted; with `execute` encrypts them. */
  encryptClear(options: { readonly execute: boolean }): Promise<EncryptedRows>
}

export type VaultOptions = Omit<VaultPorts, 'ring'> & {
  readonly dataDir: string
  readonly encryptionKey: Uint8Array
  readonly log: Pick<Log, 'error'>
  readonly corrected?: Corrected
}

/**
 * Opens the vault of an instance.
 *
 * @throws SecretError if values are encrypted under keys that the ring lacks
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { db, dataDir, encryptionKey, clock, log, randomBytes, corrected } = options
  const path = keyRingPath(dataDir)
  const ring = followRing(path, encryptionKey, corrected)
  await requireKeys(options, ring(), path)
  const ports = { ...options, ring }
  const write = (keys: readonly Uint8Array[]) => writeKeyRingFile(path, keys, randomBytes)
  return {
    credentials: createCredentials(ports),
    broker: (environment) => createVaultBroker({ db, ring, clock, log }, environment),
    encryptClear: ({ execute }) => encryptClearRows(ports, execute),
    async rotate() {
      const { newest } = ring()
      const isInterrupted =
        (await db.credential.count({ where: { sealed: { not: null }, keyId: { not: newest.id } } })) > 0
      if (!isInterrupted) write([randomBytes(newest.key.length), ...readKeyRingFile(path)])
      return reencrypt({ db, ring, randomBytes, dropOldKeys: () => write(readKeyRingFile(path).slice(0, 1)) })
    },
  }
}

/** The current ring. Reads the file again when another process has changed it. */
function followRing(path: string, encryptionKey: Uint8Array, corrected: Corrected | undefined): () => KeyRing {
  let last: { readonly stamp: string; readonly ring: KeyRing } | undefined
  return () => {
    const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
    const stamp = stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : 'none'
    if (last?.stamp !== stamp) last = { stamp, ring: createKeyRing(readKeyRingFile(path, corrected), encryptionKey) }
    return last.ring
  }
}

async function requireKeys({ db }: Pick<VaultOptions, 'db'>, ring: KeyRing, path: string): Promise<void> {
  const where = { sealed: { not: null }, keyId: { notIn: [...ring.ids] } }
  const unreadable = await db.credential.findMany({ where, select: { name: true }, orderBy: { name: 'asc' }, take: 5 })
  if (unreadable.length === 0) return
  const names = unreadable.map(({ name }) => name).join(', ')
  throw new SecretError(
    `The vault's key is missing: ${names} cannot be decrypted. Restore ${path} from a backup, or delete these rows of the table credentials and enter the values again.`,
  )
}
