import { Prisma } from '../db/generated/client.ts'

export type Transaction = Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'>

type Job = {
  readonly task: string
  readonly payload: { readonly [name: string]: string }
  readonly key: string
  /** Absent: 25. */
  readonly mostAttempts?: number
  /** What changes in a waiting job with the same key: all, all but its time, or nothing. Absent: `replace`. */
  readonly mode?: 'replace' | 'preserve_run_at' | 'unsafe_dedupe'
  /** An expression of the database, which has its own clock. Absent: now. */
  readonly runAt?: Prisma.Sql
}

/** Adds a job, committed with the transaction. */
export async function addJob(
  tx: Transaction,
  { task, payload, key, mostAttempts, mode = 'replace', runAt = Prisma.sql`null` }: Job,
): Promise<void> {
  await tx.$executeRaw`
    select from graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, max_attempts => ${mostAttempts ?? null}::int,
      job_key => ${key}, job_key_mode => ${mode}, run_at => ${runAt}
    )`
}
