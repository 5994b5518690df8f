import { actionRuleOf } from '../contract/action-rule.ts'
import { acceptedActions } from '../contract/capabilities/capability-contracts.ts'
import type { CredentialUse, ManifestAction, ProviderPolicy, SkillManifest, Tier } from '../contract/manifest.ts'
import { tiers } from '../contract/operations/descriptor.ts'
import { highestTrust, type Trust } from '../contract/principal.ts'
import { sha256 } from '../core/hash.ts'
import { type LoadedSkill, releaseOfAction } from '../core/skill.ts'
import { isSamePlace, placeOf } from '../egress/added-fields.ts'
import { keep, listed, union } from '../policy/policy-sets.ts'
import { actionSchemaOf } from './action-schema.ts'

/** The levels of a family: a skill, its parent and its grandparent. */
export const maxLevels = 3

/**
 * A skill with what it inherits from its parents. Where names clash, a later parent wins over an earlier one, and the
 * skill wins over all.
 *
 * - Its own code gets its own permissions and those of its parents, as far as they are approved for the skill itself. A
 *   permission that only parents ask for also needs the approval of one of these parents.
 * - An inherited action runs the code of the parent that has it, with the permissions, credentials, limits and rules of
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
      if (source.program.kind === 'prompt') continue
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

/** Finds the parents of a skill, and composes it. `undefined`: one is not found, or the family has too many levels. */
export async function composeFamily(
  own: LoadedSkill,
  named: (name: string) => Promise<LoadedSkill | undefined>,
  levels = maxLevels,
): Promise<LoadedSkill | undefined> {
  const parents: LoadedSkill[] = []
  for (const name of own.manifest.parents) {
    const found = levels > 1 ? await named(name) : undefined
    const parent = found && (await composeFamily(found, named, levels - 1))
    if (parent === undefined) return undefined
    parents.push(parent)
  }
  return composeSkill(own, parents)
}

/** The releases of a family, each once: the ancestors in the order in which they are inherited, then the skill. */
export function familyOf(skill: LoadedSkill): readonly LoadedSkill[] {
  const { own = skill, parents = [] } = skill.mixin ?? {}
  const family = [...parents.flatMap(familyOf), own]
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
    const { effects, risk_level, confirmation } = actionRuleOf(manifest, action)
    return [action, { input: actionSchemaOf(manifest, action), effects, risk_level, confirmation }]
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
