import { logTools } from '../../lib/agents/server/tools/log-tools.ts'
import { compose } from '../../lib/compose/compose.ts'
import { listSkills } from '../../lib/console/server/list-skills.ts'
import { commandLine } from '../../lib/platform/server/auth/context.ts'
import { readEnv } from '../../lib/platform/server/env/env.ts'
import { createLogger } from '../../lib/platform/server/log/logger.ts'
import { loadCompiled } from '../../runner/core/compile-cache.ts'

/** How often each list is read. The memory is measured after a third of them, and at the end. */
const rounds = 30

/** Starts the services like the app's process, and prints as JSON how long that and the lists took. */
await using services = await loadCompiled(async () =>
  compose({ env: readEnv(), projectRoot: process.cwd(), log: createLogger({ level: 'silent' }), takesOver: true }),
)
await services.skills.problems()
await logTools(services)
const startMs = performance.now()

const caller = { principal: commandLine.principal, skills: 'all' } as const
const lists = {
  'registry, list': () => services.skills.list(),
  'console, list': () => listSkills(services),
  'functions of an agent, list': () => services.tools.getSkillTools(caller),
}
const times: Record<string, number[]> = {}
let early = 0
for (let round = 0; round < rounds; round += 1) {
  for (const [of, read] of Object.entries(lists)) {
    // As after a change of the skills, or two seconds later.
    services.skills.refresh()
    const started = performance.now()
    await read()
    times[of] = [...(times[of] ?? []), performance.now() - started]
  }
  if (round === rounds / 3) early = memory()
}
process.stdout.write(`${JSON.stringify({ startMs, times, early, late: memory() })}\n`)

/** What the process still uses after a full garbage collection. */
function memory(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
