import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { addJob, hasQueue, type Transaction } from '#lib/platform/server/queue/jobs.ts'

/** The task of a job that runs one saved search. */
export const runTask = 'ask_saved_search'

/**
 * Schedules the next run of a saved search in the transaction. A search has at most one pending job, so this replaces
 * its earlier time. Before the app's first start there is no queue; each start adds the jobs of all searches.
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
