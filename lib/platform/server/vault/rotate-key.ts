import type { DatabaseClient } from '../db/client.ts'
import type { Prisma } from '../db/generated/client.ts'
import type { PlatformPorts } from '../ports.ts'
import { holdRing } from './current-key.ts'
import { openEnvelope, sealInEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import { type SealedTable, sealedTables } from './sealed-tables.ts'

type RotationPorts = Pick<PlatformPorts, 'db' | 'randomBytes'> & {
  readonly ring: () => KeyRing
  /** Drops every key but the newest of the ring. */
  readonly dropOldKeys: () => void
}

type Row = { readonly id: string; readonly label: string; readonly sealed: string }

const rowsAtOnce = 100

/** `unreadable`: the names of rows that no key of the ring opens. */
export type Rotation = { readonly encrypted: number; readonly unreadable: readonly string[] }

/**
 * Encrypts every value again under the ring's newest key, a few rows at a time while the app runs, and then drops the
 * older keys. Continues an interrupted rotation where it stopped. Keeps the older keys if a value cannot be decrypted.
 */
export async function reencrypt(ports: RotationPorts): Promise<Rotation> {
  let encrypted = 0
  const unreadable = new Map<string, string>()
  for (;;) {
    let found = 0
    for (const table of sealedTables) {
      const batch = await ports.db.$transaction((tx) => encryptBatch(ports, tx, table, [...unreadable.keys()]))
      for (const { id, label } of batch.unreadable) unreadable.set(id, label)
      encrypted += batch.encrypted
      found += batch.encrypted + batch.unreadable.length
    }
    if (found > 0) continue
    const isDone = await ports.db.$transaction(async (tx) => {
      // No values are written while the lock is held. Remaining rows were written since the last batch.
      await holdRing(tx)
      for (const table of sealedTables) {
        if ((await oldRows(tx, table, ports.ring(), [...unreadable.keys()])).length > 0) return false
      }
      if (unreadable.size === 0) ports.dropOldKeys()
      return true
    })
    if (isDone) return { encrypted, unreadable: [...unreadable.values()].sort() }
  }
}

/** `left`: the values under older keys, which a running or interrupted rotation still has to encrypt. */
export type ValueCounts = { readonly total: number; readonly left: number }

export async function countValues(db: Pick<DatabaseClient, '$queryRaw'>, ring: KeyRing): Promise<ValueCounts> {
  const counts = { total: 0, left: 0 }
  for (const { table } of sealedTables) {
    const [row] = await db.$queryRaw<ValueCounts[]>`
      select count(*)::int as total, (count(*) filter (where key_id is distinct from ${ring.newest.id}))::int as left
      from ${table} where sealed is not null`
    counts.total += row?.total ?? 0
    counts.left += row?.left ?? 0
  }
  return counts
}

/** Those of the named rows that are still under an older key, and that no key of the ring opens. */
export async function stillUnreadable(
  db: Pick<DatabaseClient, '$queryRaw'>,
  ring: KeyRing,
  names: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const { table, label, subjectOf } of sealedTables) {
    const rows = await db.$queryRaw<Row[]>`
      select id, ${label} as label, sealed from ${table}
      where sealed is not null and key_id is distinct from ${ring.newest.id} and ${label} = any(${[...names]}::text[])`
    for (const row of rows) if (openEnvelope(ring, row.sealed, subjectOf(row.id)) === undefined) found.push(row.label)
  }
  return found.sort()
}

const oldRows = (
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { table, label }: SealedTable,
  ring: KeyRing,
  except: readonly string[],
): Promise<Row[]> =>
  tx.$queryRaw<Row[]>`
    select id, ${label} as label, sealed from ${table}
    where sealed is not null and key_id is distinct from ${ring.newest.id} and not (id = any(${[...except]}::text[]))
    order by id limit ${rowsAtOnce} for update`

async function encryptBatch(
  { ring: readRing, randomBytes }: RotationPorts,
  tx: Prisma.TransactionClient,
  table: SealedTable,
  except: readonly string[],
) {
  const ring = readRing()
  const rows = await oldRows(tx, table, ring, except)
  const unreadable: Row[] = []
  for (const row of rows) {
    const subject = table.subjectOf(row.id)
    const value = openEnvelope(ring, row.sealed, subject)
    if (value === undefined) unreadable.push(row)
    else {
      const { sealed, keyId } = sealInEnvelope(ring, randomBytes, value, subject)
      await tx.$executeRaw`update ${table.table} set sealed = ${sealed}, key_id = ${keyId} where id = ${row.id}`
    }
  }
  return { encrypted: rows.length - unreadable.length, unreadable }
}
