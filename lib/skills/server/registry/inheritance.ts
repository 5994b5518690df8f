import { acceptedActions } from '#runner/contract/capabilities/capability-contracts.ts'
import type { Tier } from '#runner/contract/manifest.ts'
import { type LoadedSkill, ownRelease } from '#runner/core/skill.ts'
import { grantedIn } from '#runner/policy/policy-sets.ts'
import { askedOf } from '#runner/policy/policy-terms.ts'

/** An ancestor of a skill, and what it asks for and has itself. */
type Ancestor = {
  readonly name: string
  readonly version: string
  readonly tier: Tier
  /** 1 for a parent, 2 for a grandparent. */
  readonly level: number
  /** As texts, like `network.egress api.example.com`. */
  readonly permissions: readonly string[]
  readonly actions: readonly string[]
}

/** The tree of ancestors, each followed by its own parents. An ancestor of several parents is below each of them. */
export function ancestorsOf(skill: LoadedSkill, level = 1): readonly Ancestor[] {
  return (skill.mixin?.parents ?? []).flatMap((parent) => {
    const { manifest, tier } = ownRelease(parent)
    const permissions = grantedIn(manifest.permissions).map(askedOf)
    const actions = acceptedActions(manifest)
    const { name, version } = manifest
    return [{ name, version, tier, level, permissions, actions }, ...ancestorsOf(parent, level + 1)]
  })
}

/** The skills that ask for a permission of a skill: the skill itself or ancestors of it. */
export function askersOf(skill: LoadedSkill, asked: string): readonly string[] {
  const { manifest } = ownRelease(skill)
  const own = grantedIn(manifest.permissions).map(askedOf).includes(asked) ? [manifest.name] : []
  const others = ancestorsOf(skill).flatMap(({ name, permissions }) => (permissions.includes(asked) ? [name] : []))
  return [...new Set([...own, ...others])]
}

/** The skill whose code runs an action. */
export function providerOf(skill: LoadedSkill, action: string): string {
  const { mixin } = skill
  const parent = mixin?.actions.has(action)
    ? mixin.parents.findLast(({ manifest }) => acceptedActions(manifest).includes(action))
    : undefined
  return parent ? providerOf(parent, action) : ownRelease(skill).manifest.name
}
