import { createAgentKeys } from '#lib/agents/server/keys/agent-keys.ts'
import { type Base, type ComposeOptions, openBase } from './open-base.ts'
import { openRegistry } from './open-registry.ts'

/** The keys of agents alone, for a command. */
export async function openAgentKeys(options: ComposeOptions, opened: AsyncDisposableStack) {
  const base = await openBase(options, opened)
  return agentKeysOf(base, openRegistry(base, options))
}

export const agentKeysOf = (
  { db, audit, clock, randomBytes }: Base,
  { skills }: Pick<ReturnType<typeof openRegistry>, 'skills'>,
) => createAgentKeys({ db, audit, clock, randomBytes, skills })
