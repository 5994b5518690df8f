import * as z from 'zod'
import { NamedActor } from '#lib/platform/model/actor.ts'
import { LeftOut } from '#lib/platform/model/health.ts'
import { permissionKinds } from '#runner/contract/operations/host-operations.ts'
import { Source } from '#runner/contract/principal.ts'

/** `unfinished`: the check did not end, so the release may not run. */
const Verdict = z.enum(['admit', 'review', 'block', 'unfinished'])
export type Verdict = z.infer<typeof Verdict>

const summary = {
  name: z.string(),
  version: z.string(),
  description: z.string(),
  digest: z.string(),
  tier: z.enum(['local', 'verified', 'untrusted']),
  capability: z.string().nullable(),
  is_enabled: z.boolean(),
  verdict: Verdict,
  /** The number of gate findings that are not accepted. */
  findings_count: z.int(),
}

export const ConsoleSkill = z.strictObject(summary)
export type ConsoleSkill = z.infer<typeof ConsoleSkill>

export const ConsoleSkills = z.strictObject({
  skills: z.array(ConsoleSkill),
  /** The providers that enabled skills call with credentials. */
  providers: z.array(
    z.strictObject({
      skill: z.string(),
      provider: z.string(),
      /** `stand-in`: generated data answers in place of the provider. */
      state: z.enum(['configured', 'not configured', 'stand-in']),
      /** For each secret without a value, the reason. */
      missing: z.array(z.string()),
    }),
  ),
  /** The problems of skill folders that do not load, and of the list of approved skills. */
  left_out: z.array(LeftOut),
})
export type ConsoleSkills = z.infer<typeof ConsoleSkills>

/** One permission, the policy sets that contain it, and the reason if it is not effective. */
export const PolicyRow = z.strictObject({
  permission: z.enum(permissionKinds),
  /** Empty for permissions that are on or off. */
  item: z.string(),
  requested: z.boolean(),
  /** The ancestors that ask for it. Empty: only the skill itself does. */
  from: z.array(z.string()),
  approved: z.boolean(),
  tier: z.boolean(),
  source: z.boolean(),
  config: z.boolean(),
  effective: z.boolean(),
  /** Null if the permission is effective. */
  reason: z.string().nullable(),
})
export type PolicyRow = z.infer<typeof PolicyRow>

const LimitRow = z.strictObject({
  limit: z.string(),
  requested: z.number(),
  effective: z.number(),
  /** The reasons why the limit was lowered. Empty if it was not. */
  lowered_by: z.array(z.string()),
})

const Finding = z.strictObject({
  gate: z.string(),
  rule: z.string(),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  confidence: z.enum(['low', 'medium', 'high']),
  file: z.string(),
  line: z.int(),
  excerpt: z.string(),
  why: z.string(),
  remedy: z.string(),
  blocks: z.boolean(),
  /** The operator's reason to accept the finding, and the last day of the acceptance. Null: not accepted. */
  accepted: z.strictObject({ reason: z.string(), expires: z.string() }).nullable(),
})
export type Finding = z.infer<typeof Finding>

/** Skills of which one is made, as a tree: each is followed by its own, of the next level. */
const SkillTree = z.array(
  z.strictObject({
    name: z.string(),
    version: z.string(),
    tier: summary.tier,
    level: z.int(),
    permissions: z.array(z.string()),
    actions: z.array(z.string()),
  }),
)

export const ConsoleSkillPage = z.strictObject({
  ...summary,
  kind: z.enum(['tool', 'prompt']),
  risk_level: z.enum(['low', 'medium', 'high']),
  effects: z.array(z.enum(['read', 'act'])),
  source: Source,
  trust: z.strictObject({ needed: z.string(), held: z.string() }),
  permissions: z.array(PolicyRow),
  /** Its parents: level 1 is a parent. */
  inherits: SkillTree,
  /** Its steps in their order, each with its action: level 1 is a step of the skill. */
  steps: SkillTree,
  limits: z.array(LimitRow),
  runtimes: z.strictObject({ requested: z.array(z.string()), effective: z.array(z.string()) }),
  /** Whether each action may run. `*`: every action that the manifest does not name. */
  actions: z.array(z.strictObject({ name: z.string(), may_run: z.boolean(), reason: z.string().nullable() })),
  /** Why the gates refuse the release. Null if they do not. */
  refusal: z.string().nullable(),
  gates: z.array(z.strictObject({ gate: z.string(), verdict: Verdict, points: z.number() })),
  /** Weak findings that add up to a strong one. */
  chains: z.array(z.strictObject({ what: z.string(), points: z.number(), links: z.array(z.string()) })),
  findings: z.array(Finding),
  versions: z.array(
    z.strictObject({ version: z.string(), digest: z.string(), since: z.iso.datetime(), is_current: z.boolean() }),
  ),
  decisions: z.array(
    z.strictObject({
      action: z.string(),
      /** The permission or version that the decision is about. Empty: the skill itself. */
      about: z.string(),
      at: z.iso.datetime(),
      by: NamedActor,
    }),
  ),
})
export type ConsoleSkillPage = z.infer<typeof ConsoleSkillPage>

export const SkillSwitch = z.strictObject({ is_enabled: z.boolean() })

/** One permission of one release, approved or revoked. */
export const PermissionDecision = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  permission: PolicyRow.shape.permission,
  item: z.string().max(1024),
  is_approved: z.boolean(),
})
export type PermissionDecision = z.infer<typeof PermissionDecision>

/** The source whose decisions a skill's page shows first. */
export const firstSource: Source = 'main'

/** The path below `/api/console` of a skill's page. */
export const skillPath = (name: string, source: Source): string => `/skills/${name}?source=${source}`
