import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { addJob, hasQueue, type Transaction } from '#lib/platform/server/queue/jobs.ts'

/** The task of a job that runs one saved search. */
export const runTask = 'ask_saved_search'

/**
 * Schedules the next run of a saved search in the transaction. A search has at most one pending job, so this replaces
 * its earlier time. Before the app's first start there is no queue; each start adds the jobs that are missing.
 * `isRetry`: the job ran too early, so the next one waits at least five seconds, even if the database's clock is ahead.
 */
export async function scheduleRun(
  tx: Transaction,
  id: string,
  at: Date,
  { isRetry = false }: { readonly isRetry?: boolean } = {},
): Promise<void> {
  if (!(await hasQueue(tx))) return
  const runAt = Prisma.sql`greatest(${at}::timestamptz, now() + make_interval(secs => ${isRetry ? 5 : 0}))`
  await addJob(tx, { task: runTask, payload: { id }, key: id, runAt })
}

/** Jobs per statement. */
const atOnce = 10_000

/**
 * Adds the jobs of searches that have none, because the queue is new, or whose job has no attempts left. A restored
 * backup has no queue.
 */
export async function addMissingJobs(db: Transaction): Promise<void> {
  let added = atOnce
  while (added === atOnce) {
    const [row] = await db.$queryRaw<{ count: number }[]>`
      with added as materialized (
        select graphile_worker.add_job(
          ${runTask}, json_build_object('id', id), job_key => id, run_at => greatest(next_ask_at, now()))
        from saved_searches s
        where removed_at is null and paused_at is null and next_ask_at is not null
          and not exists (select from graphile_worker.jobs where key = s.id and attempts < max_attempts)
        limit ${atOnce}
      ) select count(*)::int from added`
    added = row?.count ?? 0
  }
}
