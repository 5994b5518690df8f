import { withAgentSecrets } from '#lib/agents/server/keys/agent-secrets.ts'
import { createApprovedCredentials } from '#lib/agents/server/profiles/approved-credentials.ts'
import { ringProblem } from '#lib/platform/server/vault/current-key.ts'
import { createSourceStatuses, hasLiveSource } from '#lib/travel/server/search/sources.ts'
import type { SkillSource } from '#runner/core/ports.ts'
import type { ComposeOptions } from './open-base.ts'
import { openVaultOf } from './open-credentials.ts'
import type { Foundation } from './open-foundation.ts'
import { openRegistry } from './open-registry.ts'
import { openProviders } from './providers.ts'

export type Skills = Awaited<ReturnType<typeof openSkills>>

/** The skills that may run, the hosts behind them, and the credentials for those hosts. */
export async function openSkills(
  foundation: Foundation,
  options: Pick<ComposeOptions, 'suppressions' | 'reloadSkills' | 'skillsFirst'>,
  opened: AsyncDisposableStack,
) {
  const { env, db, instance, currentKey, clock, log } = foundation
  const providers = await openProviders(env, { places: () => foundation.places, clock, log }, opened)
  const vault = await openVaultOf(foundation)
  const registry = openRegistry(foundation, options)
  const { skills } = registry
  /** Those that the operator stored or set in the environment, without the stand-ins'. */
  const stored = vault.broker(providers.environment, createApprovedCredentials(db))
  const { upstreams } = providers
  const keyProblem = () => ringProblem(vault.ring(), currentKey.id())
  return {
    ...registry,
    providers,
    upstreams,
    vault,
    keyProblem,
    /** This process among those that take work. Without the current key, it would work without credentials. */
    worker: { instanceId: instance.instanceId, isPresent: () => instance.isPresent() && keyProblem() === undefined },
    stored,
    broker: await providers.broker(withAgentSecrets(stored, { db, ring: vault.ring, log }), () =>
      hasLiveSource(skills, stored),
    ),
    /** Where a skill that is about to run is looked up. */
    sources: options.skillsFirst ? inOrder(options.skillsFirst, skills) : skills,
    sourceStatuses: createSourceStatuses({ skills, broker: stored, upstreams }),
  }
}

function inOrder(first: SkillSource, second: SkillSource): SkillSource {
  return {
    current: async (name) => (await first.current(name)) ?? second.current(name),
    byDigest: async (digest) => (await first.byDigest(digest)) ?? second.byDigest(digest),
  }
}
