import { Prisma } from '../db/generated/client.ts'

export type Transaction = Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'>

type Job = {
  readonly task: string
  readonly payload: { readonly [name: string]: string }
  readonly key: string
  /** Absent: 25. */
  readonly maxAttempts?: number
  /** What changes in a waiting job with the same key: all, all but its time, or nothing. Absent: `replace`. */
  readonly mode?: 'replace' | 'preserve_run_at' | 'unsafe_dedupe'
  /** An expression of the database, which has its own clock. Absent: now. */
  readonly runAt?: Prisma.Sql
}

/** Adds a job, committed with the transaction. */
export async function addJob(
  tx: Transaction,
  { task, payload, key, maxAttempts, mode = 'replace', runAt = Prisma.sql`null` }: Job,
): Promise<void> {
  await tx.$executeRaw`
    select from graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts ?? null}::int,
      job_key => ${key}, job_key_mode => ${mode}, run_at => ${runAt}
    )`
}

/** Whether the tables of the queue exist. The app's first start creates them. */
export async function hasQueue(tx: Pick<Transaction, '$queryRaw'>): Promise<boolean> {
  const [queue] = await tx.$queryRaw<{ exists: boolean }[]>`
    select exists(
      select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'graphile_worker' and p.proname = 'add_job'
    )`
  return queue?.exists === true
}

/**
 * When the tables of the queue were created. A backup does not contain them, so the restored rows of earlier attempts
 * have lost their jobs.
 */
export async function queueSince(tx: Pick<Transaction, '$queryRaw'>): Promise<Date> {
  const [first] = await tx.$queryRaw<{ at: Date }[]>`select min(ts) as at from graphile_worker.migrations`
  if (first === undefined) throw new TypeError('The queue has no tables')
  return first.at
}
