import type { Prisma } from '#lib/db/generated/client.ts'

/** Writers of encrypted values share it; the end of a rotation, which drops old keys, holds it alone. */
const ringLock = 7_201_940_317n

/** Until the transaction ends, no rotation drops the key that the ring names now. */
export async function shareRing(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock_shared(${ringLock})`
}

/** Waits for writers, and keeps new ones waiting until the transaction ends. */
export async function holdRing(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${ringLock})`
}
