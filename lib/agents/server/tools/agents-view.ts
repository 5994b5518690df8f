import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { AgentRule } from '#runner/contract/agent-rule.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { AgentRules } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { underRule } from '#runner/run/admit.ts'

/** The principal that calls, and the skills that it may use. */
export type ToolCaller = { readonly principal: Principal; readonly skills: 'all' | ReadonlySet<string> }

export type ViewPorts = {
  readonly skills: Pick<Registry, 'list' | 'byDigest'>
  /** Absent: no agent has rules of its own. */
  readonly rules?: AgentRules | undefined
}

/** The enabled skills as a caller's rules leave them: each as the release that the caller keeps, and in its tier. */
export async function skillsUnderRules(
  { skills, rules }: ViewPorts,
  { principal }: ToolCaller,
): Promise<readonly { readonly skill: LoadedSkill; readonly rule: AgentRule | undefined }[]> {
  const [all, ruleOf] = await Promise.all([skills.list(), rules?.of(principal)])
  const seen = await Promise.all(
    all.map(async (current) => {
      const rule = ruleOf?.get(current.manifest.name)
      const skill = rule?.enabled === false ? undefined : await underRule(skills, current, rule)
      return skill === undefined ? [] : [{ skill, rule }]
    }),
  )
  return seen.flat()
}

/** Whether a caller may use a skill. It also needs the skills of all steps, because these run too. */
export const isInScope = ({ manifest, chain }: Pick<LoadedSkill, 'manifest' | 'chain'>, caller: ToolCaller): boolean =>
  caller.skills === 'all' ||
  (caller.skills.has(manifest.name) && (chain?.steps ?? []).every(({ skill }) => isInScope(skill, caller)))

/** The prompt skills that the caller may use. */
export async function promptSkillsOf(ports: ViewPorts, caller: ToolCaller): Promise<readonly LoadedSkill[]> {
  const seen = await skillsUnderRules(ports, caller)
  return seen.flatMap(({ skill }) => (skill.manifest.kind === 'prompt' && isInScope(skill, caller) ? [skill] : []))
}
