import * as z from 'zod'
import { NewAgentRule, NewAgentSecret } from '#lib/agents/model/agent-skill-schema.ts'
import { AgentRule } from '#runner/contract/agent-rule.ts'
import { SecretName, SkillName, Tier } from '#runner/contract/manifest.ts'
import { isFlag, permissionKinds } from '#runner/contract/operations/host-operations.ts'

/** A permission that a skill asks for. */
const AskedPermission = z.strictObject({ permission: z.enum(permissionKinds), item: z.string() })
export type AskedPermission = z.infer<typeof AskedPermission>

const AgentSkillRow = z.strictObject({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  tier: Tier,
  permissions: z.array(AskedPermission),
  /** Null: only the keys of the agent decide. */
  rule: AgentRule.nullable(),
  /** The version that the agent keeps. Null: it follows updates. */
  kept_version: z.string().nullable(),
  /** The names of the agent's own secrets that have a value. */
  own_values: z.array(SecretName),
})
export type AgentSkillRow = z.infer<typeof AgentSkillRow>

/** The skills that the keys of one agent may call, with the rules of the agent, in order of their names. */
export const ConsoleAgentSkills = z.strictObject({ slug: z.string(), skills: z.array(AgentSkillRow) })
export type ConsoleAgentSkills = z.infer<typeof ConsoleAgentSkills>

/** Replaces the rule of an agent for a skill. Null removes it. */
export const AgentSkillChange = z.strictObject({ skill: SkillName, rule: NewAgentRule.nullable() })
export type AgentSkillChange = z.infer<typeof AgentSkillChange>

/** Sets or removes the agent's own value of a secret of a skill. */
export const AgentSecretChange = NewAgentSecret.extend({ skill: SkillName })

type Caps = NonNullable<AgentRule['permissions']>

/** Whether a rule leaves a skill a permission. */
export function isLeft(caps: Caps | undefined, { permission, item }: AskedPermission): boolean {
  const [outer = '', inner] = permission.split('.')
  const part: unknown = Object(caps)[outer]
  const cap: unknown = inner === undefined ? part : Object(part)[inner]
  return cap === undefined || (Array.isArray(cap) ? cap.includes(item) : cap === true)
}

/** The permissions of a rule that leaves a skill what it asks for, except what is refused. Absent: nothing is. */
export function capsWithout(
  asked: readonly AskedPermission[],
  isRefused: (one: AskedPermission) => boolean,
): { readonly [part: string]: unknown } | undefined {
  const caps: Record<string, unknown> = {}
  for (const kind of new Set(asked.filter(isRefused).map(({ permission }) => permission))) {
    const left = asked.flatMap((one) => (one.permission === kind && !isRefused(one) ? [one.item] : []))
    const cap = isFlag(kind) ? false : left
    const [outer = '', inner] = kind.split('.')
    caps[outer] = inner === undefined ? cap : { ...Object(caps[outer]), [inner]: cap }
  }
  return Object.keys(caps).length === 0 ? undefined : caps
}
