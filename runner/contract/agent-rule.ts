import * as z from 'zod'
import { SecretName, Tier } from './manifest.ts'
import { SkillOverride } from './travel-config.ts'

/**
 * What an operator lets one agent do with one skill. Every field only restricts, so no rule grants anything. `release`:
 * the digest of the release that the agent keeps; absent: the current one.
 */
export const AgentRule = SkillOverride.pick({ enabled: true, permissions: true, limits: true }).extend({
  tier: Tier.optional().describe('The skill runs as one of this tier, if its own is more trusted.'),
  release: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a digest: 64 digits and letters from a to f')
    .optional()
    .describe('The digest of the release that the agent keeps. Absent: the current one.'),
  own_secrets: z
    .array(SecretName)
    .max(64)
    .optional()
    .describe('The secrets that the agent has values of its own for. Without one, the skill gets none.'),
})
export type AgentRule = z.infer<typeof AgentRule>
