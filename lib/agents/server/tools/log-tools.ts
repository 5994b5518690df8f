import { commandLine } from '#lib/platform/server/auth/context.ts'
import type { Log } from '#runner/core/ports.ts'
import type { SkillTools } from './skill-tools.ts'

/** Logs how many functions an agent that may use everything has. */
export async function logTools({ tools, log }: { readonly tools: SkillTools; readonly log: Pick<Log, 'info'> }) {
  const { length: toolCount } = await tools.getSkillTools({ principal: commandLine.principal, skills: 'all' })
  log.info('the functions of agents are ready', { toolCount })
}
