import type { DatabaseClient } from '#lib/db/client.ts'
import type { Prisma } from '#lib/db/generated/client.ts'
import type { RandomBytes } from '#runner/ports.ts'
import { openedValue, subjectOf } from './credentials.ts'
import { sealInEnvelope } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import { holdRing } from './ring-lock.ts'

export type RotationPorts = {
  readonly db: DatabaseClient
  readonly ring: () => KeyRing
  readonly randomBytes: RandomBytes
  /** Drops every key but the newest of the ring. */
  readonly dropOldKeys: () => void
}

const rowsAtOnce = 100

/** `unreadable`: the names of credentials that no key of the ring opens. */
export type Rotation = { readonly encrypted: number; readonly unreadable: readonly string[] }

/**
 * Encrypts every value anew under the ring's newest key, a few rows at a time while the app serves, and then drops the
 * older keys. An interrupted rotation continues where it stopped. Values that do not open keep their key in the ring.
 */
export async function reencrypt(ports: RotationPorts): Promise<Rotation> {
  const { db } = ports
  let encrypted = 0
  const unreadable = new Set<string>()
  for (;;) {
    const batch = await db.$transaction((tx) => encryptBatch(ports, tx, [...unreadable]))
    encrypted += batch.encrypted
    for (const name of batch.unreadable) unreadable.add(name)
    if (batch.encrypted + batch.unreadable.length > 0) continue
    // Nobody writes now: what is left was written since the last batch.
    const isDone = await db.$transaction(async (tx) => {
      await holdRing(tx)
      const left = await tx.credential.count({ where: oldRows(ports.ring(), [...unreadable]) })
      if (left === 0 && unreadable.size === 0) ports.dropOldKeys()
      return left === 0
    })
    if (isDone) return { encrypted, unreadable: [...unreadable].sort() }
  }
}

const oldRows = (ring: KeyRing, except: readonly string[]): Prisma.CredentialWhereInput => ({
  sealed: { not: null },
  keyId: { not: ring.newest.id },
  name: { notIn: [...except] },
})

async function encryptBatch(
  { ring: readRing, randomBytes }: RotationPorts,
  tx: Prisma.TransactionClient,
  except: readonly string[],
) {
  const ring = readRing()
  const found = await tx.$queryRaw<{ id: string; name: string; sealed: string }[]>`
    select id, name, sealed from credentials
    where sealed is not null and key_id is distinct from ${ring.newest.id} and not (name = any(${[...except]}::text[]))
    order by id limit ${rowsAtOnce} for update`
  const unreadable: string[] = []
  for (const row of found) {
    const value = openedValue(ring, row)
    if (value === undefined) unreadable.push(row.name)
    else
      await tx.credential.update({
        where: { id: row.id },
        data: sealInEnvelope(ring, randomBytes, value, subjectOf(row.id)),
      })
  }
  return { encrypted: found.length - unreadable.length, unreadable }
}
