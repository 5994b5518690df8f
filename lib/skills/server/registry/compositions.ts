import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { acceptedActions } from '#runner/contract/capabilities/capability-contracts.ts'
import type { Permissions, Tier } from '#runner/contract/manifest.ts'
import { type LoadedSkill, ownRelease, releaseOfAction } from '#runner/core/skill.ts'
import { composeFamily, familyOf } from '#runner/manifest/compose-skill.ts'
import { askedOf, grantedIn, union } from '#runner/policy/policy-sets.ts'

/** Finds a release that may run, with its current approval. */
type FindRelease = (digest: string) => Promise<LoadedSkill | undefined>

/** The releases of which skills with parents or steps were composed, so that their executions can be resumed and replayed. */
export function createCompositions(db: Pick<DatabaseClient, 'skillComposition'>) {
  const kept = new Set<string>()

  return {
    /** Stores a skill with parents and each of its inherited actions, or a skill of steps and each composed step. */
    async keep(composed: LoadedSkill): Promise<void> {
      if (kept.has(composed.digest)) return
      for (const { skill } of composed.chain?.steps ?? []) if (skill.mixin ?? skill.chain) await this.keep(skill)
      const family = familyOf(composed).map(({ digest }) => digest)
      const row = { own: family.at(-1) ?? '', parents: family.slice(0, -1) }
      const digests = [composed, ...(composed.mixin?.actions.values() ?? [])].map(({ digest }) => digest)
      await db.skillComposition.createMany({
        data: [...new Set(digests)].map((digest) => ({ digest, ...row })),
        skipDuplicates: true,
      })
      kept.add(composed.digest)
    },

    /**
     * Composes the same releases again. `undefined`: the composition was never stored, one of its releases is not found,
     * or the row was changed.
     */
    async find(
      digest: string,
      releases: Readonly<Record<'own' | 'parent', FindRelease>>,
    ): Promise<LoadedSkill | undefined> {
      const row = await db.skillComposition.findUnique({ where: { digest } })
      if (row === null) return undefined
      const own = await releases.own(row.own)
      const relatives = new Map<string, { readonly parent: LoadedSkill | undefined; readonly step: LoadedSkill }>()
      for (const each of row.parents) {
        const step = await releases.own(each)
        if (step) relatives.set(step.manifest.name, { step, parent: await releases.parent(each) })
      }
      const composed = own && (await composeFamily(own, async (name, as) => relatives.get(name)?.[as]))
      if (composed === undefined) return undefined
      return [composed, ...(composed.mixin?.actions.values() ?? [])].find((one) => one.digest === digest)
    },
  }
}

/** A step of a skill, with what it asks for itself. */
type ShownStep = {
  /** Its place among the steps of its skill, from 1. */
  readonly number: number
  /** 1 for a step of the skill, 2 for a step of a step. */
  readonly level: number
  readonly skill: string
  readonly version: string
  readonly tier: Tier
  readonly action: string
  /** As texts, like `network.egress api.example.com`. */
  readonly permissions: readonly string[]
}

/** What a skill and all its steps ask for together. */
export const askedByAll = ({ manifest, chain }: LoadedSkill): Permissions =>
  union([manifest.permissions, ...(chain?.steps ?? []).map(({ skill }) => askedByAll(skill))])

/** The tree of steps, each followed by its own steps. */
export function stepsOf({ chain }: LoadedSkill, level = 1): readonly ShownStep[] {
  return (chain?.steps ?? []).flatMap(({ step, skill }, at) => {
    const { manifest, tier } = releaseOfAction(skill, step.action)
    const permissions = grantedIn(manifest.permissions).map(askedOf)
    const shown = { number: at + 1, level, skill: step.skill, version: manifest.version, tier, action: step.action }
    return [{ ...shown, permissions }, ...stepsOf(skill, level + 1)]
  })
}

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
