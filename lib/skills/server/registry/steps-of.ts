import type { Permissions, Tier } from '#runner/contract/manifest.ts'
import { type LoadedSkill, releaseOfAction } from '#runner/core/skill.ts'
import { grantedIn, union } from '#runner/policy/policy-sets.ts'
import { askedOf } from '#runner/policy/policy-terms.ts'

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
