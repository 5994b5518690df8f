import { statSync } from 'node:fs'
import type { Log } from '#runner/core/ports.ts'
import type { Corrected } from '#runner/core/private-path.ts'
import { recordAct } from '../audit/record-act.ts'
import { type Context, commandLine } from '../auth/context.ts'
import { Prisma } from '../db/generated/client.ts'
import { SecretError } from '../secrets/secret-file.ts'
import { createCredentials, type VaultPorts } from './credentials.ts'
import { holdRing, readCurrentKey, requireCurrentKey, ringProblem, shareRing, writeCurrentKey } from './current-key.ts'
import { sealInEnvelope } from './envelope.ts'
import type { ListingBroker } from './environment-broker.ts'
import { createKeyRing, type KeyRing, keyRingPath, readKeyRingFile, writeKeyRingFile } from './key-ring.ts'
import { createPublisherKey } from './publisher-key.ts'
import { countValues, reencrypt, stillUnreadable } from './rotate-key.ts'
import { sealedCredentials, sealedTables } from './sealed-tables.ts'
import { type ApprovedCredentials, createVaultBroker } from './vault-broker.ts'

export type Vault = Awaited<ReturnType<typeof openVault>>

/** The audit action of a rotation that has ended. */
export const rotatedAction = 'vault.key_rotated'

type VaultOptions = Omit<VaultPorts, 'ring'> & {
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
export async function openVault(options: VaultOptions) {
  const { db, dataDir, encryptionKey, audit, clock, log, randomBytes, corrected } = options
  const path = keyRingPath(dataDir)
  const ring = followRing(path, encryptionKey, corrected)
  await requireKeys(options, ring(), path)
  await agreeOnKey(db, ring)
  const ports = { ...options, ring }
  const write = (keys: readonly Uint8Array[]) => writeKeyRingFile(path, keys, randomBytes)
  return {
    /** The current keys. */
    ring,
    credentials: createCredentials(ports),
    /** The key that signs what this instance publishes. */
    publisherKey: createPublisherKey(ports),
    /** Serves stored credentials, and other names from `environment`. */
    broker: (environment: ListingBroker, approvedFor?: ApprovedCredentials) =>
      createVaultBroker({ db, ring, clock, log }, environment, approvedFor),
    /** Finds values that are stored unencrypted; with `execute` encrypts them. */
    encryptClear: ({ execute }: { readonly execute: boolean }) => encryptClearRows(ports, execute),
    /** The number of encrypted values, and how many of them are under an older key. */
    countValues: () => countValues(db, ring()),
    /** Those of the values that a rotation could not decrypt that nobody has entered again or deleted since. */
    stillUnreadable: (names: readonly string[]) => stillUnreadable(db, ring(), names),
    /**
     * Adds a new key to the ring, unless an interrupted rotation already added one, and encrypts every value under it.
     * The audit trail records both.
     */
    async rotate({ principal }: Context) {
      await db.$transaction(async (tx) => {
        // The exclusive lock makes the second of two concurrent rotations continue with the key of the first.
        await holdRing(tx)
        await requireCurrentKey(tx, ring())
        if ((await countValues(tx, ring())).left === 0) {
          write([randomBytes(ring().newest.key.length), ...readKeyRingFile(path)])
          await recordAct({ audit, clock }, tx, principal, 'vault.key_added', 'vault', { key: ring().newest.id })
        }
        await writeCurrentKey(tx, ring().newest.id)
      })
      const dropOldKeys = () => write(readKeyRingFile(path).slice(0, 1))
      const rotation = await reencrypt({ db, ring, randomBytes, dropOldKeys })
      const { encrypted, unreadable } = rotation
      const detail = { key: ring().newest.id, encrypted, unreadable: [...unreadable] }
      await db.$transaction((tx) => recordAct({ audit, clock }, tx, principal, rotatedAction, 'vault', detail))
      return rotation
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

/**
 * Makes the ring's newest key the current one of the database at the first start, and after an interrupted rotation.
 *
 * @throws SecretError if the ring lacks the current key, and there are values under another one than its newest
 */
async function agreeOnKey(db: VaultOptions['db'], ring: () => KeyRing): Promise<void> {
  if ((await readCurrentKey(db.sql)) === ring().newest.id) return
  await db.$transaction(async (tx) => {
    await holdRing(tx)
    const problem = ringProblem(ring(), await readCurrentKey(tx))
    // A lost key under which there is no value is replaced.
    if (problem !== undefined && (await countValues(tx, ring())).left > 0) throw new SecretError(problem)
    await writeCurrentKey(tx, ring().newest.id)
  })
}

async function requireKeys({ db }: Pick<VaultOptions, 'db'>, ring: KeyRing, path: string): Promise<void> {
  const each = sealedTables.map(
    ({ table, label }) => Prisma.sql`
      (select ${label} as label from ${table}
      where sealed is not null and not (key_id = any(${[...ring.ids]}::text[])) order by 1 limit 5)`,
  )
  const rows = await db.sql.$queryRaw<{ label: string }[]>(Prisma.join(each, ' union all '))
  if (rows.length === 0) return
  throw new SecretError(
    `The vault's key is missing: ${rows.map((row) => row.label).join(', ')} cannot be decrypted. Restore ${path} from a backup, or delete these rows of the tables credentials, profiles, publisher_keys and agent_secrets and enter them again.`,
  )
}

/** The names of credentials with an unencrypted value. `isDone`: no such value remains. */
type EncryptedRows = { readonly names: readonly string[]; readonly isDone: boolean }

type Row = { readonly id: string; readonly name: string; readonly clear: string }

/** Encrypts the values that another program stored unencrypted. Without `execute`, only returns their names. */
async function encryptClearRows(
  { db, ring, randomBytes, audit, clock }: VaultPorts,
  execute: boolean,
): Promise<EncryptedRows> {
  return db.$transaction(async (tx) => {
    await shareRing(tx, ring)
    // Locks the rows: an operator who enters a value meanwhile comes first, and this value stays.
    const rows = await tx.$queryRaw<Row[]>`
      select id, name, clear from credentials where clear is not null order by name for update`
    const names = rows.map(({ name }) => name)
    if (!execute || rows.length === 0) return { names, isDone: rows.length === 0 }
    for (const { id, clear } of rows) {
      const sealed = sealInEnvelope(ring(), randomBytes, clear, sealedCredentials.subjectOf(id))
      await tx.credential.update({ where: { id }, data: { ...sealed, clear: null, version: { increment: 1 } } })
    }
    await recordAct({ audit, clock }, tx, commandLine.principal, 'credential.encrypted', 'vault', { names })
    return { names, isDone: true }
  })
}
