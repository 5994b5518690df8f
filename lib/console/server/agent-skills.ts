import { everySkill } from '#lib/agents/model/agent-key-schema.ts'
import type { AgentKeys } from '#lib/agents/server/keys/agent-keys.ts'
import type { AgentSkills } from '#lib/agents/server/keys/agent-skills.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { grantedIn } from '#runner/policy/policy-sets.ts'
import type { AgentSkillChange, ConsoleAgentSkills } from '../model/console-agent-skills.ts'

type Ports = {
  readonly agentKeys: Pick<AgentKeys, 'list'>
  readonly agentSkills: Pick<AgentSkills, 'list' | 'set' | 'reset'>
  readonly skills: Pick<Registry, 'list'>
}

/** The skills that an agent's keys may call, also its revoked ones, with its rules. NOT_FOUND for an agent without keys. */
export async function listAgentSkills(
  { agentKeys, agentSkills, skills }: Ports,
  slug: string,
): Promise<Outcome<ConsoleAgentSkills>> {
  const keys = (await agentKeys.list()).filter((key) => key.slug === slug)
  if (keys.length === 0) return refuse('NOT_FOUND', { message: `No agent is named ${slug}. Make a key for it first.` })
  const named = new Set(keys.flatMap((key) => key.skills))
  const rules = new Map((await agentSkills.list(slug)).map((one) => [one.skill, one]))
  const rows = (await skills.list()).flatMap(({ manifest, tier }) => {
    const { name, description, version, permissions } = manifest
    if (!named.has(everySkill) && !named.has(name) && !rules.has(name)) return []
    const { rule = null, version: keptVersion = null, own_values = [] } = rules.get(name) ?? {}
    const asked = grantedIn(permissions).map(({ permission, item }) => ({ permission, item }))
    return [{ name, description, version, tier, permissions: asked, rule, kept_version: keptVersion, own_values }]
  })
  return { ok: true, value: { slug, skills: rows.sort((one, other) => (one.name < other.name ? -1 : 1)) } }
}

/** Replaces or removes the rule of an agent for a skill. */
export async function changeAgentSkill(
  { agentSkills }: Pick<Ports, 'agentSkills'>,
  context: Context,
  slug: string,
  { skill, rule }: AgentSkillChange,
): Promise<Outcome<{ readonly skill: string }>> {
  if (rule === null) return agentSkills.reset(context, slug, skill)
  const set = await agentSkills.set(context, slug, skill, rule)
  return set.ok ? { ok: true, value: { skill } } : set
}
