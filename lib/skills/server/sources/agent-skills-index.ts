import * as z from 'zod'
import { SkillName } from '#runner/contract/manifest.ts'

/** Where a host says which skills it has: agent-skills discovery 0.2.0. */
export const agentSkillsPath = '/.well-known/agent-skills/index.json'

export const agentSkillsSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** `sha256:` and 64 hex digits. */
export const Sha256Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hex digits in lower case')

export const AgentSkill = z.object({
  name: SkillName,
  /** `archive`: a tar.gz or zip. `skill-md`: a SKILL.md alone. Later versions may have more. */
  type: z.string().max(64),
  description: z.string().max(4_096),
  /** Absolute, or relative to the index. */
  url: z.string().min(1).max(2_048),
  /** Over the file at the URL. */
  digest: Sha256Digest,
})
export type AgentSkill = z.infer<typeof AgentSkill>

/** Unknown fields are ignored, as the format asks. */
export const AgentSkillsIndex = z.object({
  $schema: z.string().max(2_048).optional(),
  skills: z.array(AgentSkill).max(5_000),
})
export type AgentSkillsIndex = z.infer<typeof AgentSkillsIndex>
