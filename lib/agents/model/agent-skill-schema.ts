import * as z from 'zod'
import { SecretValue } from '#lib/platform/model/credential-schema.ts'
import { AgentRule } from '#runner/contract/agent-rule.ts'
import { SecretName } from '#runner/contract/manifest.ts'

/** A rule as operators write it. `release`: a version or a digest of the skill. Its secrets are set one by one. */
export const NewAgentRule = AgentRule.omit({ own_secrets: true }).extend({
  release: z
    .string()
    .regex(/^[0-9A-Za-z.+-]{1,100}$/, 'must be a version or a digest')
    .optional()
    .describe('A version or a digest. Absent: the current release.'),
})

/** The agent's own value of a secret of a skill. Null: it has none, and gets none of the instance. */
export const NewAgentSecret = z.strictObject({ name: SecretName, value: SecretValue.nullable() })

/**
 * The operator's rule for one agent and one skill. `version`: of the release that the agent keeps. `own_values`: the names
 * of its own secrets that have a value.
 */
export const AgentSkillView = z.strictObject({
  slug: z.string(),
  skill: z.string(),
  rule: AgentRule,
  version: z.string().nullable(),
  own_values: z.array(SecretName),
  changed_at: z.iso.datetime(),
})
export type AgentSkillView = z.infer<typeof AgentSkillView>
