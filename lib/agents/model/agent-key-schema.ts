import * as z from 'zod'
import { SkillName } from '#runner/contract/manifest.ts'
import { Source } from '#runner/contract/principal.ts'
import { VisibleLine } from '#runner/contract/visible-text.ts'

/** The name of an agent in URLs. */
const AgentSlug = SkillName

export const AgentKeyToken = z.string().regex(/^agk_[0-9A-Za-z]{22}$/)

/** Stands for every skill, including those added later. No skill has this name. */
export const everySkill = '*'

/** The fields of a new key. */
export const NewAgentKey = z.strictObject({
  slug: AgentSlug,
  description: VisibleLine.trim().max(500).default(''),
  /** Required, because a key without skills would be useless. */
  skills: z
    .array(z.union([z.literal(everySkill), SkillName]))
    .min(1, 'must name at least one skill, or * for all')
    .max(200),
  /** The least trusted source that may still search, unless the operator gives more. */
  source: Source.default('dm-unknown'),
  expires_in_days: z.int().min(1).max(3650).optional(),
})

/** A key as operators see it. The key itself is shown once, when it is created. */
export const AgentKeyView = z.strictObject({
  id: z.string(),
  slug: z.string(),
  description: z.string(),
  skills: z.array(z.string()),
  source: Source,
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable(),
})
export type AgentKeyView = z.infer<typeof AgentKeyView>

/** A new key, with its value, which no other response contains. */
export const CreatedAgentKey = AgentKeyView.extend({ key: AgentKeyToken })
export type CreatedAgentKey = z.infer<typeof CreatedAgentKey>

/** The keys in the console, and the skills that a new key can get. */
export const ConsoleAgentKeys = z.strictObject({
  keys: z.array(AgentKeyView),
  skills: z.array(z.strictObject({ name: z.string(), description: z.string() })),
})
export type ConsoleAgentKeys = z.infer<typeof ConsoleAgentKeys>
