import { join } from 'node:path'
import { findProjectRoot } from '../../lib/platform/server/env/project-root.ts'
import { createLogger } from '../../lib/platform/server/log/logger.ts'
import { createQuickJsRuntime } from '../../runner/runtimes/quickjs/create-quickjs-runtime.ts'
import type { Runtime } from '../../runner/runtimes/runtime.ts'
import { helloExecution, returnedBy, searchExecution } from '../jobs/executions.ts'
import { loadFlightSearch } from '../jobs/flight-search.ts'
import { recordAnswers, seamOf } from '../jobs/provider-answers.ts'
import { serve, timed } from '../process/serve.ts'
import { waitAll } from './quickjs-waiting.ts'

/** The project's runtime, as the app starts it. */

const runtimes = new Map<number, Promise<Runtime>>()
/** One runtime for each requested number of workers. */
function runtimeOf(workers: number): Promise<Runtime> {
  const log = createLogger({ level: 'silent' })
  const workerPath = join(import.meta.dirname, 'quickjs-worker.ts')
  const options = { projectRoot: findProjectRoot(), workerPath, log, ...(workers > 0 && { workers }) }
  const runtime = runtimes.get(workers) ?? createQuickJsRuntime(options)
  runtimes.set(workers, runtime)
  return runtime
}

serve({
  hello: timed(async ({ workers }) => {
    const runtime = await runtimeOf(workers)
    return async () => returnedBy(await runtime.run(helloExecution))
  }),
  mapping: timed(async ({ workers, offers, provider }) => {
    const runtime = await runtimeOf(workers)
    const search = await loadFlightSearch(offers)
    const execution = searchExecution(search, seamOf(await recordAnswers(provider, offers)))
    return async () => returnedBy(await runtime.run(execution))
  }),
  waiting: async (request) => waitAll(await runtimeOf(request.workers), request),
})
