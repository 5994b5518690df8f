import * as z from 'zod'
import { RuntimeName, SkillName, Tier } from '#runner/contract/manifest.ts'
import { VisibleLine } from '#runner/contract/visible-text.ts'
import { ConsoleSkillPage, PolicyRow } from './console-skill.ts'

const sourceText = VisibleLine.min(1).max(2_048)
const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** A skill that a source offers, in the words of the source. Null: the source does not say it. */
export const ConsoleOffer = z.strictObject({
  name: z.string(),
  description: z.string(),
  author: z.string().nullable(),
  /** The newest first. */
  versions: z.array(z.string()),
  /** Installs this skill, and finds its newer versions later. */
  source: z.string(),
  /** The source without its branch, tag or range of versions: two releases of one place are of one skill. */
  place: z.string(),
  is_signed: z.boolean(),
  categories: z.array(z.string()),
  installs: z.number().nullable(),
  rating: z.number().nullable(),
})
export type ConsoleOffer = z.infer<typeof ConsoleOffer>

/** What one source offers. `problem`: it could not be asked, and `offers` is what it offered `age_ms` ago. */
export const SourceOffers = z.strictObject({
  source: z.string(),
  offers: z.array(ConsoleOffer),
  age_ms: z.number(),
  problem: z.string().nullable(),
})
export type SourceOffers = z.infer<typeof SourceOffers>
export const OffersQuery = z.object({ source: sourceText })
export const offersPath = (source: string): string => `/skill-offers?source=${encodeURIComponent(source)}`

/** The known sources, and the skills that are here by their names. `place` is null for skills of the project. */
export const SkillSources = z.strictObject({
  sources: z.array(z.string()),
  here: z.array(z.strictObject({ name: z.string(), version: z.string(), tier: Tier, place: z.string().nullable() })),
})
export type SkillSources = z.infer<typeof SkillSources>

/** Which plan is asked for. */
export const PlanRequest = z.union([
  z.strictObject({ source: sourceText, name: SkillName.optional(), tier: Tier }),
  z.strictObject({ update: SkillName }),
])
export type PlanRequest = z.infer<typeof PlanRequest>

const PlannedSkill = z.strictObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  author: z.string().nullable(),
  license: z.string().nullable(),
  source: z.string(),
  commit: z.string().nullable(),
  /** The key that signed the release. Null: it is not signed. */
  publisher: z.string().nullable(),
  tier: Tier,
  digest: z.string(),
  /** Null: it is not installed yet. */
  installed: z.strictObject({ version: z.string(), tier: Tier }).nullable(),
  is_lower: z.boolean(),
  is_prompt: z.boolean(),
  /** False: only other skills of the plan need it. */
  is_requested: z.boolean(),
  was_rolled_back: z.boolean(),
  needs_approval: z.boolean(),
  verdict: ConsoleSkillPage.shape.verdict,
  ...ConsoleSkillPage.pick({ gates: true, chains: true, findings: true, limits: true, inherits: true, steps: true })
    .shape,
  /** What the skill asks for. `is_new`: the installed release does not. */
  permissions: z.array(z.strictObject({ ...PolicyRow.shape, is_new: z.boolean() })),
  /** What the installed release asks for, and this one does not. */
  no_longer: z.array(PolicyRow.pick({ permission: true, item: true })),
  /** The fields beside the permissions that an update changes, as JSON. */
  rules: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  files: z.strictObject({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) }),
  runtimes: z.array(RuntimeName),
  capability: z.string().nullable(),
  credentials: z.array(z.strictObject({ secret: z.string(), kind: z.string(), host: z.string() })),
  /** `range` is null for a parent, of which any version will do. */
  needs: z.array(z.strictObject({ name: z.string(), range: z.string().nullable() })),
  needed_by: z.array(z.string()),
  conflicts: z.array(z.string()),
})
export type PlannedSkill = z.infer<typeof PlannedSkill>

/** A skill that stays, and that inherits from a skill of the plan. `tier` is null if it stays the same. */
const ChangedChild = z.strictObject({
  name: z.string(),
  /** What it then asks for, and gets only after an approval of its own. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
  lost_actions: z.array(z.string()),
  tier: Tier.nullable(),
})
export type ChangedChild = z.infer<typeof ChangedChild>

/** What an approval would do. `digest` covers everything else. */
export const ConsolePlan = z.strictObject({
  asked: z.string(),
  digest,
  /** What the tier of the asked skill gives it beyond what it has. Null: nothing, so its name need not be typed. */
  opens: z
    .strictObject({
      tier: Tier,
      /** By default. */
      limits: z.strictObject({ timeout_ms: z.number(), memory_mb: z.number(), fuel: z.number() }),
      runtimes: z.array(RuntimeName),
      permissions: z.array(PolicyRow.shape.permission),
    })
    .nullable(),
  /** Each after what it needs. Empty: everything is as it would be installed. */
  skills: z.array(PlannedSkill),
  children: z.array(ChangedChild),
})
export type ConsolePlan = z.infer<typeof ConsolePlan>

/** A line of the answer to a plan request. The last one is the plan or the problem. */
export const PlanLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('fetch'), source: z.string() }),
  z.strictObject({ type: z.literal('check'), name: z.string() }),
  z.strictObject({ type: z.literal('plan'), plan: ConsolePlan }),
  z.strictObject({ type: z.literal('problem'), message: z.string() }),
])
export type PlanLine = z.infer<typeof PlanLine>

/** One permission of one skill of a plan. */
const Grant = z.strictObject({ skill: SkillName, ...PolicyRow.pick({ permission: true, item: true }).shape })
export type Grant = z.infer<typeof Grant>

/**
 * Approves the plan with this digest. `refused`: the permissions that its skills do not get. `trust`: the name of the
 * asked skill, typed for a higher tier.
 */
export const PlanApproval = z.strictObject({
  request: PlanRequest,
  plan: digest,
  refused: z.array(Grant).max(1_000).default([]),
  trust: VisibleLine.max(256).optional(),
})
export type PlanApproval = z.infer<typeof PlanApproval>

/** `lock_problem`: why the lock file could not be written. The change itself is done. */
const lock = { lock_problem: z.string().nullable() }
export const Installed = z.strictObject({ installed: z.array(z.string()), ...lock })
export const Removed = z.strictObject({ removed: z.array(z.string()), ...lock })
export const RolledBack = z.strictObject({ from: z.string(), to: z.string(), ...lock })
export type Installed = z.infer<typeof Installed>
export type Removed = z.infer<typeof Removed>
export type RolledBack = z.infer<typeof RolledBack>

/** The release that the page shows, and what it says of the effect. */
export const Removal = z.strictObject({ digest, removed: z.array(SkillName) })
export const Rollback = z.strictObject({ digest })

const Related = z.strictObject({
  name: z.string(),
  /** Null: it is not here. */
  version: z.string().nullable(),
  /** How many steps away: less than 0 for skills that need this one, more than 0 for skills that it needs. */
  level: z.int(),
})
export type RelatedSkill = z.infer<typeof Related>

/** Where a skill comes from, and how it depends on others. `origin` is null for a skill of the project. */
export const SkillOrigin = z.strictObject({
  origin: z
    .strictObject({
      source: z.string(),
      ref: z.string().nullable(),
      commit: z.string().nullable(),
      publisher: z.string().nullable(),
      /** The digest of the release, to which changes refer. */
      digest,
      is_requested: z.boolean(),
      /** The version to which a rollback returns. Null: there is none. */
      previous: z.string().nullable(),
      /** What a removal removes. Empty: `needed_by` need it. */
      removes: z.array(z.string()),
      needed_by: z.array(z.string()),
    })
    .nullable(),
  skills: z.array(Related),
  /** `from` needs `to`. `range` is null for a parent. */
  edges: z.array(z.strictObject({ from: z.string(), to: z.string(), range: z.string().nullable() })),
  conflicts: z.array(z.string()),
})
export type SkillOrigin = z.infer<typeof SkillOrigin>

/** Whether the stored files are what the lock file says. `problem`: they cannot be compared. */
export const Verification = z.strictObject({
  problem: z.string().nullable(),
  differences: z.array(
    z.strictObject({ field: z.string(), locked: z.string().nullable(), installed: z.string().nullable() }),
  ),
})
export type Verification = z.infer<typeof Verification>
