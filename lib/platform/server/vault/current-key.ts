import type { Log } from '#runner/core/ports.ts'
import type { DatabaseClient } from '../db/client.ts'
import type { Prisma } from '../db/generated/client.ts'
import type { Statements } from '../db/statements.ts'
import { SecretError } from '../secrets/secret-file.ts'
import type { KeyRing } from './key-ring.ts'

const name = 'vault-key'
const channel = 'travel_vault_key'
/** How long a missed message goes unnoticed. */
const lookEveryMs = 10_000

/** The fingerprint of the key under which every process encrypts. Undefined before the first start. */
export async function readCurrentKey(db: Pick<Statements, '$queryRaw'>): Promise<string | undefined> {
  const [row] = await db.$queryRaw<{ fingerprint: string }[]>`
    select fingerprint from instance_secrets where name = ${name}`
  return row?.fingerprint
}

/** Makes a key the current one, and tells every process when the transaction commits. */
export async function writeCurrentKey(tx: Statements, id: string): Promise<void> {
  await tx.$executeRaw`
    insert into instance_secrets (name, fingerprint) values (${name}, ${id})
    on conflict (name) do update set fingerprint = excluded.fingerprint`
  await tx.$executeRaw`select pg_notify(${channel}, ${id})`
}

/** Why the ring must not be used: it lacks the current key. A ring may be ahead while another process rotates. */
export const ringProblem = ({ ids }: Pick<KeyRing, 'ids'>, current: string | undefined): string | undefined =>
  current === undefined || ids.includes(current)
    ? undefined
    : `The key ${current} of the vault is missing here: copy secrets/vault-keys from the data folder of the process that rotated the key, or let all processes share TRAVEL_DATA_DIR.`

/** @throws SecretError if the ring lacks the current key */
export async function requireCurrentKey(tx: Pick<Statements, '$queryRaw'>, ring: KeyRing): Promise<void> {
  const problem = ringProblem(ring, await readCurrentKey(tx))
  if (problem !== undefined) throw new SecretError(problem)
}

/** The fingerprint of the current key as this process last heard of it. `listening`: for `joinInstances`. */
type CurrentKey = Disposable & {
  id(): string | undefined
  readonly listening: { readonly channel: string; heard(id: string): void; reconnected(): void }
}

export function followCurrentKey(db: DatabaseClient, log: Pick<Log, 'warn'>): CurrentKey {
  let current: string | undefined
  const look = () => {
    readCurrentKey(db.sql).then(
      (id) => {
        current = id
      },
      (cause: unknown) => log.warn('the fingerprint of the vault key cannot be read', { cause }),
    )
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return {
    id: () => current,
    listening: {
      channel,
      heard(id) {
        current = id
      },
      reconnected: look,
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/**
 * Writers of encrypted values and backups take it shared. A rotation takes it exclusively to add a key and to drop old
 * keys.
 */
export const ringLock = 7_201_940_317n

/**
 * Takes the shared lock: until the transaction ends, no rotation can drop the current key.
 *
 * @throws SecretError if the ring lacks the current key
 */
export async function shareRing(tx: Prisma.TransactionClient, ring: () => KeyRing): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(${ringLock})`
  await requireCurrentKey(tx, ring())
}

/** Takes the exclusive lock: waits for writers, and makes new writers wait until the transaction ends. */
export async function holdRing(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ringLock})`
}
