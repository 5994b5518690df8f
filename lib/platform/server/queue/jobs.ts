import { Prisma } from '../db/generated/client.ts'
import type { Statements } from '../db/statements.ts'

export type Transaction = Statements

type Job = {
  readonly task: string
  readonly payload: { readonly [name: string]: string }
  readonly key: string
  /** Whose job it is. The due jobs of a task take turns by owner. Absent: they run in the order of their time. */
  readonly owner?: string
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
  { task, payload, key, owner, maxAttempts, mode = 'replace', runAt = Prisma.sql`null` }: Job,
): Promise<void> {
  await tx.$executeRaw`
    select from graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts ?? null}::int,
      job_key => ${key}, job_key_mode => ${mode}, run_at => ${runAt}, ${turnOf(task, owner)}
    )`
}

/** The highest priority number, which is the last turn. */
const lastTurn = 32_767

/**
 * The turn of a new job, as its priority: the round that runs now, or the one after the owner's last job. The flag marks
 * the owner. Jobs that wait for a later time have no turn yet.
 */
function turnOf(task: string, owner: string | undefined): Prisma.Sql {
  if (owner === undefined) return Prisma.sql`priority => null`
  const flag = `of ${owner}`
  return Prisma.sql`flags => array[${flag}], priority => (
    select least(${lastTurn}::int, coalesce(greatest(min(priority), max(priority) filter (where flags ? ${flag}) + 1), 0))
    from graphile_worker.jobs
    where task_identifier = ${task} and run_at <= now() and attempts < max_attempts
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
