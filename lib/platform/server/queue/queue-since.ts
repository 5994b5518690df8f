import type { Prisma } from '../db/generated/client.ts'

/**
 * When the tables of the queue were created. A backup does not contain them, so the restored rows of earlier attempts
 * have lost their jobs.
 */
export async function queueSince(tx: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<Date> {
  const [first] = await tx.$queryRaw<{ at: Date }[]>`select min(ts) as at from graphile_worker.migrations`
  if (first === undefined) throw new TypeError('The queue has no tables')
  return first.at
}
