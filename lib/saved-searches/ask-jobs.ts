import type { Prisma } from '#lib/db/generated/client.ts'
import { hasQueue } from '#lib/queue/has-queue.ts'

/** A job asks one saved search. */
export const askTask = 'ask_saved_search'

type Transaction = Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'>

/**
 * Sets when a saved search is asked next, committed with the transaction. A search has one job that waits, so this
 * replaces its earlier time. Before the app's first start there is no queue: its start adds the jobs of all searches.
 * `isRetry`: the job came too soon, so some seconds pass even if the database's clock is ahead.
 */
export async function askAt(
  tx: Transaction,
  id: string,
  at: Date,
  { isRetry = false }: { readonly isRetry?: boolean } = {},
): Promise<void> {
  if (!(await hasQueue(tx))) return
  await tx.$executeRaw`
    select from graphile_worker.add_job(
      ${askTask}, json_build_object('id', ${id}::text), job_key => ${id},
      run_at => greatest(${at}::timestamptz, now() + make_interval(secs => ${isRetry ? 5 : 0}))
    )`
}
