import type { ActionRule } from '../contract/action-rule.ts'
import type { AgentRule } from '../contract/agent-rule.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { Permissions, type RuntimeName, type SkillManifest, type Tier } from '../contract/manifest.ts'
import { type PermissionKind, permissionKinds, permissionOf } from '../contract/operations/host-operations.ts'
import { hasTrust, highestTrust, type Principal, publicPrincipal, type Trust } from '../contract/principal.ts'
import { everyRuntime, type RuntimeDescriptor } from '../contract/runtimes.ts'
import { defaultConfig, type SkillOverride, type TravelConfig } from '../contract/travel-config.ts'
import { type Lack, type SetName, setNames } from '../core/lacks.ts'
import type { ExecutionLimits, Grant } from '../core/skill.ts'
import { effectiveLimits, type LimitRow, type LimitWishes } from './effective-limits.ts'
import {
  askedOf,
  both,
  itemsOf,
  keep,
  listed,
  ofHosts,
  ofOverride,
  ofProfile,
  ofTier,
  ofTrust,
  type PermissionSet,
  type ProfileScope,
} from './policy-sets.ts'

/** The fields of the principal that the policy uses. */
export type Asker = Pick<Principal, 'source' | 'trust'>

export type PolicyQuestion = {
  readonly manifest: Pick<SkillManifest, 'name' | 'permissions' | 'trust' | 'limits' | 'runtimes'>
  /** The manifest's rule for the requested action. */
  readonly action: Pick<ActionRule, 'effects' | 'risk_level'>
  /** The permissions that the operator approved. Absent: nothing. */
  readonly approved: Permissions | undefined
  readonly tier: Tier
  /** Absent: `publicPrincipal`. */
  readonly principal: Asker | undefined
  /** The operator's configuration. Absent: `defaultConfig`, which restricts nothing. */
  readonly config?: TravelConfig | undefined
  /** The operator's rule for the requesting agent and this skill. Absent: none. */
  readonly rule?: AgentRule | undefined
  /** The profile of the requesting agent. Absent: the request has no profile, so no profile restricts it. */
  readonly profile?: ProfileScope | undefined
  /** Limits in the caller's input, which can only lower limits. */
  readonly caller?: LimitWishes | undefined
  /** Limits from the code that calls `execute`, which can lower limits, or raise them up to the bounds. */
  readonly host?: LimitWishes | undefined
  /** The runtime requested by the code that calls `execute`. Absent: any that the manifest lists. */
  readonly runtime?: RuntimeName | undefined
  /** The runtimes that exist. Absent: those of the product. */
  readonly runtimes?: readonly RuntimeDescriptor[]
  /** Absent: `operatorBounds`. */
  readonly bounds?: ExecutionLimits | undefined
}

/** One permission that the manifest or the approval names. */
export type PermissionRow = {
  readonly permission: PermissionKind
  /** Empty for boolean permissions. */
  readonly item: string
  readonly sets: Readonly<Record<SetName, boolean>>
  /**
   * The sets that lack the permission. May be empty although the permission is not effective: if the request is refused
   * as a whole, or if the permission is a host without a method or a method without a host.
   */
  readonly deniedBy: readonly SetName[]
  readonly effective: boolean
}

/** Why a request is refused as a whole. */
export type PolicyRefusal = {
  readonly code: Extract<ErrorCode, 'TRUST_EXCEEDED' | 'SKILL_DISABLED'>
  /** For the log. */
  readonly reason: string
  /** The denied permissions, and the sets that lack them. */
  readonly lacks: readonly Lack[]
}
type PolicyAnswer = ({ readonly ok: true; readonly grant: Grant } | ({ readonly ok: false } & PolicyRefusal)) & {
  readonly permissions: readonly PermissionRow[]
  readonly limits: readonly LimitRow[]
}

/**
 * What one execution may do, and why: requested ∩ approved ∩ ceiling(tier) ∩ ceiling(source) ∩ the operator's
 * configuration ∩ the operator's rule for the agent ∩ the agent's profile, the smallest of the limits, and the runtimes that both manifest and tier allow,
 * in the manifest's order. A pure function, and the only source of grants: the grant contains exactly the effective
 * rows. Absent approved permissions grant nothing, and an absent principal counts as a guest. A skill that needs more
 * trust than its source has is refused as a whole. A permission that another set lacks is dropped, and the skill runs
 * without it.
 */
export function effectivePermissions(question: PolicyQuestion): PolicyAnswer {
  const { manifest, tier, runtime: only, runtimes: existing = everyRuntime } = question
  const { principal = publicPrincipal, config = defaultConfig } = question
  const override = overrideOf(config, manifest.name)
  const permissions = permissionRows(question)
  const { limits, rows } = effectiveLimits({
    ...question,
    isPublic: principal.source === 'public',
    config,
    override,
    profile: question.profile?.limits,
  })
  const refusal = refusalOf(question, permissions)
  if (refusal) {
    const none = permissions.map((row) => ({ ...row, effective: false }))
    return { ok: false, ...refusal, permissions: none, limits: rows }
  }
  const granted = new Set(permissions.filter(({ effective }) => effective).map(keyOf))
  const ofTheTier = existing.filter(({ tiers }) => tiers.includes(tier)).map(({ name }) => name)
  const runtimes = manifest.runtimes.filter((name) => ofTheTier.includes(name) && (only === undefined || name === only))
  const grant = {
    permissions: keep(manifest.permissions, (permission, item) => granted.has(keyOf({ permission, item }))),
    limits,
    runtimes,
    declared: manifest.permissions,
    withheld: permissions.flatMap(({ permission, item, sets, effective, deniedBy }): readonly Lack[] =>
      sets.manifest && !effective ? [{ permission, item, by: deniedBy }] : [],
    ),
  }
  return { ok: true, grant, permissions, limits: rows }
}

/**
 * The trust that a manifest needs, whether or not its permissions were approved. The field `trust` can only raise this
 * level.
 */
export function neededTrust({ permissions, trust = 'none' }: Pick<SkillManifest, 'permissions' | 'trust'>): Trust {
  const kinds = permissionKinds.filter(
    // Methods alone reach nothing, and every manifest has some.
    (kind) => kind !== 'network.methods' && itemsOf(permissions, kind).length > 0,
  )
  return kinds.map((kind) => permissionOf(kind).trust).reduce(highestTrust, trust)
}

/** The maximum trust of a request, according to each set that limits trust. */
export function trustOf({
  manifest,
  principal = publicPrincipal,
  config = defaultConfig,
}: PolicyQuestion): Readonly<Record<'source' | 'config' | 'skill', Trust>> {
  const { source, trust } = principal
  const override = overrideOf(config, manifest.name)
  return {
    source: trust,
    config: config.safeExecution.defaultTrust[source] ?? 'full',
    skill: override.defaultTrust?.[source] ?? 'full',
  }
}

/** The part of the configuration that disables a skill; undefined if the skill is enabled. */
export function switchedOffBy(config: TravelConfig, name: string): 'config' | 'skill' | undefined {
  if (!config.safeExecution.enabled) return 'config'
  return overrideOf(config, name).enabled === false ? 'skill' : undefined
}

/** Permissions that grant nothing. */
export const nothing: Permissions = Permissions.parse({ network: { methods: [] } })

function overrideOf({ skills }: TravelConfig, name: string): SkillOverride {
  return (Object.hasOwn(skills, name) ? skills[name] : undefined) ?? {}
}

function permissionRows(question: PolicyQuestion): readonly PermissionRow[] {
  const { manifest, approved = nothing, tier, config = defaultConfig } = question
  const trust = trustOf(question)
  const each: Record<SetName, PermissionSet> = {
    manifest: listed(manifest.permissions),
    approval: listed(approved),
    tier: ofTier(tier),
    source: ofTrust(trust.source),
    config: both(ofTrust(trust.config), ofHosts(config.safeExecution.allowedHosts)),
    skill: both(ofTrust(trust.skill), ofOverride(overrideOf(config, manifest.name))),
    agent: ofOverride(question.rule ?? {}),
    profile: ofProfile(question.profile),
  }
  const rows = permissionKinds.flatMap((permission) => {
    const items = [...new Set([...itemsOf(manifest.permissions, permission), ...itemsOf(approved, permission)])]
    return items.map((item): PermissionRow => {
      const allows = (name: SetName) => each[name](permission, item)
      const sets = {
        manifest: allows('manifest'),
        approval: allows('approval'),
        tier: allows('tier'),
        source: allows('source'),
        config: allows('config'),
        skill: allows('skill'),
        agent: allows('agent'),
        profile: allows('profile'),
      }
      const deniedBy = setNames.filter((name) => !sets[name])
      return { permission, item, sets, deniedBy, effective: deniedBy.length === 0 }
    })
  })
  const isGranted = (kind: PermissionKind) => rows.some(({ permission, effective }) => permission === kind && effective)
  if (isGranted('network.egress') && isGranted('network.methods')) return rows
  // Methods without hosts, or hosts without methods, grant nothing.
  return rows.map((row) => (row.permission.startsWith('network.') ? { ...row, effective: false } : row))
}

function refusalOf(question: PolicyQuestion, permissions: readonly PermissionRow[]): PolicyRefusal | undefined {
  const { manifest, action, principal = publicPrincipal, config = defaultConfig } = question
  const { source } = principal
  const off = question.rule?.enabled === false ? 'agent' : switchedOffBy(config, manifest.name)
  if (off !== undefined) {
    return {
      code: 'SKILL_DISABLED',
      reason: `${switchOf(off, manifest.name)} is false`,
      lacks: [{ permission: 'to run', item: '', by: [off] }],
    }
  }
  const needed = neededTrust(manifest)
  const held = trustOf(question)
  const short = (['source', 'config', 'skill'] as const).filter((name) => !hasTrust(held[name], needed))
  if (short.length > 0) {
    const beyond = permissions.flatMap(({ permission, item, sets }): readonly Lack[] => {
      const by = short.filter((name) => !ofTrust(held[name])(permission, item))
      return sets.manifest && by.length > 0 ? [{ permission, item, by }] : []
    })
    // The field `trust` of the manifest can be the only cause.
    const lacks = beyond.length > 0 ? beyond : [{ permission: 'trust', item: needed, by: short } as const]
    const [first = 'source'] = short
    return { code: 'TRUST_EXCEEDED', reason: `needs ${needed}, ${shortReasons[first](source)}`, lacks }
  }
  if (source !== 'public') return undefined
  const refuse = (permission: 'to act' | `${'medium' | 'high'} risk`, reason: string): PolicyRefusal => {
    return { code: 'TRUST_EXCEEDED', reason, lacks: [{ permission, item: '', by: ['source'] }] }
  }
  const { effects, risk_level } = action
  if (effects.length === 0 || effects.some((effect) => effect !== 'read')) {
    return refuse('to act', 'does more than read, and a guest may only read')
  }
  if (risk_level === 'low') return undefined
  return refuse(`${risk_level} risk`, `has ${risk_level} risk, and a guest may only use low-risk skills`)
}

const switchOf = (off: 'config' | 'skill' | 'agent', skill: string): string =>
  ({ config: 'safeExecution.enabled', skill: `skills.${skill}.enabled`, agent: "enabled in the agent's rule" })[off]

const shortReasons = {
  source: (source: string) => `which a request from ${source} does not have`,
  config: (source: string) => `which safeExecution.defaultTrust withholds from requests from ${source}`,
  skill: (source: string) => `which this skill's defaultTrust withholds from requests from ${source}`,
} as const

const keyOf = askedOf
