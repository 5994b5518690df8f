import type { Prisma } from '../db/generated/client.ts'
import { requireCurrentKey } from './current-key.ts'
import type { KeyRing } from './key-ring.ts'

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
