import type { Prisma } from '../db/generated/client.ts'

/** Whether the tables of the queue exist. The app's first start creates them. */
export async function hasQueue(tx: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<boolean> {
  const [queue] = await tx.$queryRaw<{ exists: boolean }[]>`
    select exists(
      select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'graphile_worker' and p.proname = 'add_job'
    )`
  return queue?.exists === true
}
