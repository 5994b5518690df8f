import { noMetrics } from '#lib/platform/server/metrics/no-metrics.ts'
import { startEmbeddedRuntimes } from '#runner/runtimes/embedded.ts'
import type { ComposeOptions } from './open-base.ts'
import { openExecutions } from './open-executions.ts'
import { openFoundation } from './open-foundation.ts'
import { openSkills } from './open-skills.ts'

/** What finds, executes and replays skills, without the services of pages and agents. */
export async function openRunning(options: ComposeOptions, opened: AsyncDisposableStack) {
  const { projectRoot, log, env, metrics = noMetrics } = options
  const { workers, pythonPackages } = env
  // Holds the runtimes until executions are open. If something fails before, their threads end here.
  await using started = new AsyncDisposableStack()
  // Worker threads start while the database opens, which only waits.
  const { workerReplaced } = metrics
  const starting = startEmbeddedRuntimes({ projectRoot, log, workers, pythonPackages, workerReplaced }, started)
  const opening = openFoundation(options, opened)
  // Waits for both. If one fails, what the other opened is closed too.
  await Promise.allSettled([starting, opening])
  const foundation = await opening
  const skills = await openSkills(foundation, options, opened)
  const executions = openExecutions(foundation, skills, await starting, opened)
  started.move()
  // Before the runtimes close.
  opened.defer(() => executions.stopping.abort())
  return { foundation, skills, executions }
}
