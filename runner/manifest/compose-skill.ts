import { actionRuleOf } from '../contract/action-rule.ts'
import { acceptedActions } from '../contract/capabilities/capability-contracts.ts'
import type { CredentialUse, ManifestAction, ProviderPolicy, SkillManifest, Tier } from '../contract/manifest.ts'
import { tiers } from '../contract/operations/descriptor.ts'
import { highestTrust, type Trust } from '../contract/principal.ts'
import { sha256 } from '../core/hash.ts'
import { type LoadedSkill, ownRelease, releaseOfAction } from '../core/skill.ts'
import { isSamePlace, placeOf } from '../egress/added-fields.ts'
import { neededTrust } from '../policy/effective-permissions.ts'
import { keep, listed, union } from '../policy/policy-sets.ts'
import { actionSchemaOf } from './action-schema.ts'
import { actionOfSteps, maxStepLevels } from './check-steps.ts'

/** The levels of a family: a skill, its parent and its grandparent. */
export const maxLevels = 3

/**
 * A skill with what it inherits from its parents. Where names clash, a later parent wins over an earlier one, and the
 * skill wins over all.
 *
 * - Its own code gets its own permissions and those of its parents, as far as they are approved for the skill itself. A
 *   permission that only parents ask for also needs the approval of one of these parents.
 * - An inherited action runs the code of the parent that has it, if it has code, with the permissions, credentials, limits and rules of
 *   that parent, as far as the skill may have them.
 * - The tier is the lowest of all.
 *
 * The digest names the releases of the whole family, so that nothing changes under it.
 */
export function composeSkill(own: LoadedSkill, parents: readonly LoadedSkill[]): LoadedSkill {
  if (parents.length === 0) return own
  const all = [...parents, own]
  const tier = lowestTier(all.map((one) => one.tier))
  const digest = digestOf('mixin', [own.digest, ...parents.map((parent) => parent.digest)])
  const permissions = union(all.map(({ manifest }) => manifest.permissions))
  const isApproved = listed(own.approved)
  const approvedBy = all.map((one) => listed(keep(one.manifest.permissions, listed(one.approved))))
  const approved = keep(
    permissions,
    (kind, item) => isApproved(kind, item) && approvedBy.some((isOf) => isOf(kind, item)),
  )
  const { name, version } = own.manifest
  const actions = new Map<string, LoadedSkill>()
  for (const parent of parents) {
    for (const action of acceptedActions(parent.manifest)) {
      const { mixin: _, ...source } = releaseOfAction(parent, action)
      if (source.program.kind === 'prompt' || source.program.kind === 'steps') continue
      actions.set(action, {
        ...source,
        manifest: { ...source.manifest, name, version },
        tier,
        approved: keep(source.manifest.permissions, listed(approved)),
        digest: digestOf('inherited action', [digest, source.digest]),
      })
    }
  }
  for (const action of acceptedActions(own.manifest)) actions.delete(action)
  return {
    ...own,
    manifest: manifestOf(own.manifest, { parents: parents.map(({ manifest }) => manifest), permissions, actions }),
    tier,
    approved,
    digest,
    mixin: { own, parents, actions },
  }
}

/**
 * A skill of steps with the releases of its steps, which its digest names.
 *
 * - Each step runs with what is approved for its own skill. The skill of steps grants nothing, and gets nothing.
 * - The tier is the lowest of all, because each step reads what those before it return.
 * - The effects, the risk and the confirmation are those of the steps. Only the last one may act.
 * - The terms of every provider hold, and the trust suffices for every step.
 */
export function composeSteps(own: LoadedSkill, skills: readonly LoadedSkill[]): LoadedSkill {
  const { manifest } = own
  const { steps = [], actions } = manifest
  const action = actionOfSteps(manifest)
  const chain = steps.flatMap((step, at) => {
    const skill = skills[at]
    return skill ? [{ step, skill }] : []
  })
  const rules = chain.map(({ step, skill }) => actionRuleOf(releaseOfAction(skill, step.action).manifest, step.action))
  const riskOf = (level: SkillManifest['risk_level']) => [manifest, ...rules].some((one) => one.risk_level === level)
  const rule: ManifestAction = {
    ...(Object.hasOwn(actions, action) && actions[action]),
    effects: rules.some(({ effects }) => effects.includes('act')) ? ['read', 'act'] : ['read'],
    risk_level: riskOf('high') ? 'high' : riskOf('medium') ? 'medium' : 'low',
    confirmation: rules.at(-1)?.confirmation ?? {},
  }
  const all = [manifest, ...skills.map((skill) => skill.manifest)]
  return {
    ...own,
    manifest: {
      ...manifest,
      actions: { ...actions, [action]: rule },
      policy: all.map(({ policy }) => policy).reduce(strictest),
      trust: all.map(neededTrust).reduce(highestTrust),
    },
    tier: lowestTier([own, ...skills].map(({ tier }) => tier)),
    digest: digestOf('steps', [own.digest, ...skills.map(({ digest }) => digest)]),
    chain: { own, steps: chain },
  }
}

/** Finds a skill with its current approval. A disabled parent hands nothing down; a disabled step is found, and refuses. */
type FindRelative = (name: string, as: 'parent' | 'step') => Promise<LoadedSkill | undefined>

/**
 * Finds the parents or the steps of a skill, and composes it. `undefined`: one is not found, or there are too many
 * levels.
 */
export async function composeFamily(
  own: LoadedSkill,
  named: FindRelative,
  levels = maxLevels,
  stepLevels = maxStepLevels,
): Promise<LoadedSkill | undefined> {
  const { steps } = own.manifest
  if (steps) {
    const skills: LoadedSkill[] = []
    for (const { skill: name } of steps) {
      const found = stepLevels > 0 ? await named(name, 'step') : undefined
      const skill =
        found && (await composeFamily(found, named, maxLevels, found.manifest.steps ? stepLevels - 1 : stepLevels))
      if (skill === undefined) return undefined
      skills.push(skill)
    }
    return composeSteps(own, skills)
  }
  const parents: LoadedSkill[] = []
  for (const name of own.manifest.parents) {
    const found = levels > 1 ? await named(name, 'parent') : undefined
    const parent = found && (await composeFamily(found, named, levels - 1, stepLevels - 1))
    if (parent === undefined) return undefined
    parents.push(parent)
  }
  return composeSkill(own, parents)
}

/**
 * The releases of a family, each once: the ancestors in the order in which they are inherited, or the steps in their
 * order, then the skill.
 */
export function familyOf(skill: LoadedSkill): readonly LoadedSkill[] {
  const { parents = [] } = skill.mixin ?? {}
  const steps = (skill.chain?.steps ?? []).map((step) => step.skill)
  const family = [...[...parents, ...steps].flatMap(familyOf), ownRelease(skill)]
  return family.filter((one, at) => family.findIndex(({ digest }) => digest === one.digest) === at)
}

type Inherited = {
  readonly parents: readonly SkillManifest[]
  readonly permissions: SkillManifest['permissions']
  readonly actions: ReadonlyMap<string, LoadedSkill>
}

function manifestOf(own: SkillManifest, { parents, permissions, actions }: Inherited): SkillManifest {
  const all = [...parents, own]
  const inherited = [...actions].map(([action, { manifest }]): [string, ManifestAction] => {
    const rule = actionRuleOf(manifest, action)
    return [action, { ...rule, input: actionSchemaOf(manifest, action) }]
  })
  const trust = all.reduce<Trust>((most, one) => highestTrust(most, one.trust ?? 'none'), 'none')
  const rate = all.findLast((one) => one.rate !== undefined)?.rate
  return {
    ...own,
    permissions,
    credentials: credentialsOf(all),
    policy: all.map(({ policy }) => policy).reduce(strictest),
    actions: { ...Object.fromEntries(inherited), ...own.actions },
    ...(trust !== 'none' && { trust }),
    ...(rate && { rate }),
  }
}

/** A credential of the same name, or for the same place at the same host, replaces an earlier one. */
function credentialsOf(manifests: readonly SkillManifest[]): SkillManifest['credentials'] {
  const uses = new Map<string, CredentialUse>()
  for (const { credentials } of manifests) {
    for (const [name, use] of Object.entries(credentials)) {
      for (const [other, before] of uses) {
        if (before.host === use.host && isSamePlace(placeOf(before), placeOf(use))) uses.delete(other)
      }
      uses.set(name, use)
    }
  }
  return Object.fromEntries(uses)
}

/** The terms of every provider hold. */
function strictest(one: ProviderPolicy, other: ProviderPolicy): ProviderPolicy {
  const cache = [one.longest_cache_s, other.longest_cache_s].filter((seconds) => seconds !== undefined)
  const attribution = other.attribution ?? one.attribution
  return {
    user_initiated: one.user_initiated || other.user_initiated,
    no_mixing: one.no_mixing || other.no_mixing,
    ...(attribution && { attribution }),
    ...(cache.length > 0 && { longest_cache_s: Math.min(...cache) }),
  }
}

const lowestTier = (all: readonly Tier[]): Tier => tiers.findLast((tier) => all.includes(tier)) ?? 'untrusted'

/** No digest of another kind is equal. */
const digestOf = (kind: string, digests: readonly string[]): string => sha256(JSON.stringify([kind, ...digests]))
