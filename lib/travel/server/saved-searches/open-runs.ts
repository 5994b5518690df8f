import * as z from 'zod'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import type { SavedSearchPorts } from './ports.ts'
import { runTask, scheduleRun } from './run-jobs.ts'
import { runSearch } from './run-search.ts'

const Payload = z.object({ id: z.string() })

/** The maximum number of scheduled searches that this process runs at once. */
const atOnce = 2

/**
 * Runs saved searches when they are due, until disposed. Each start adds the jobs of all searches again, so that no job
 * is lost with a process that died.
 */
export async function openRuns(
  databaseUrl: string,
  /** `worker`: whether this process takes work now. Absent: it does. */
  ports: SavedSearchPorts & { readonly worker?: { isPresent(): boolean } },
): Promise<AsyncDisposable> {
  const queue = await openQueue({
    databaseUrl,
    tasks: {
      async [runTask](payload, { abortSignal }) {
        // The queue offers the job again soon, to any process.
        if (ports.worker?.isPresent() === false) throw new Error('this process takes no work now')
        await runSearch(ports, Payload.parse(payload).id, abortSignal)
      },
    },
    concurrency: atOnce,
    name: 'saved searches',
    log: ports.log,
  })
  const active = await ports.db.savedSearch.findMany({
    where: { removedAt: null, pausedAt: null, nextRunAt: { not: null } },
    select: { id: true, nextRunAt: true },
  })
  for (const { id, nextRunAt } of active) if (nextRunAt !== null) await scheduleRun(ports.db, id, nextRunAt)
  return queue
}
