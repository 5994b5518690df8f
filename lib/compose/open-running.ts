import type { ComposeOptions } from './open-base.ts'
import { openExecutions } from './open-executions.ts'
import { openFoundation } from './open-foundation.ts'
import { openSkills } from './open-skills.ts'

/** What finds, executes and replays skills, without the services of pages and agents. */
export async function openRunning(options: ComposeOptions, opened: AsyncDisposableStack) {
  const foundation = await openFoundation(options, opened)
  const skills = await openSkills(foundation, options, opened)
  const executions = await openExecutions(foundation, skills, opened)
  // Before the runtimes close.
  opened.defer(() => executions.stopping.abort())
  return { foundation, skills, executions }
}
