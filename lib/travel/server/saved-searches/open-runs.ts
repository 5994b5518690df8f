import * as z from 'zod'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import type { SavedSearchPorts } from './ports.ts'
import { addMissingJobs, runTask } from './run-jobs.ts'
import { runSearch } from './run-search.ts'

const Payload = z.object({ id: z.string() })

/** The maximum number of scheduled searches that this process runs at once. */
const atOnce = 2

/** Runs saved searches when they are due, until disposed. Each start adds the jobs that are missing. */
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
  await addMissingJobs(ports.db)
  return queue
}
