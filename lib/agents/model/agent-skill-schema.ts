import * as z from 'zod'
import { AgentRule } from '#runner/contract/agent-rule.ts'

/** A rule as operators write it. `release`: a version or a digest of the skill. */
export const NewAgentRule = AgentRule.extend({
  release: z
    .string()
    .regex(/^[0-9A-Za-z.+-]{1,100}$/, 'must be a version or a digest')
    .optional()
    .describe('A version or a digest. Absent: the current release.'),
})

/** The operator's rule for one agent and one skill. `version`: of the release that the agent keeps. */
export const AgentSkillView = z.strictObject({
  slug: z.string(),
  skill: z.string(),
  rule: AgentRule,
  version: z.string().nullable(),
  changed_at: z.iso.datetime(),
})
export type AgentSkillView = z.infer<typeof AgentSkillView>
