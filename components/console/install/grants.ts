import type { ConsolePlan, Grant, PlannedSkill } from '#lib/console/model/console-install.ts'

/** What the operator allows of a plan. */
export type Choice = {
  readonly refused: readonly Grant[]
  readonly onChoose: (grant: Grant, isAllowed: boolean) => void
}

/** A plan starts with everything allowed, but what an update asks for more. */
export const startsRefused = ({ skills }: ConsolePlan): readonly Grant[] =>
  skills.flatMap((skill) => (skill.installed === null ? [] : grantsOf(skill).filter(({ isNew }) => isNew))).map(bare)

/** What an approval would grant a skill. What the operator has revoked stays revoked. */
export const grantsOf = ({ name, permissions }: PlannedSkill) =>
  permissions.flatMap(({ permission, item, approved, is_new: isNew }) =>
    approved ? [{ skill: name, permission, item, isNew }] : [],
  )

const bare = ({ skill, permission, item }: Grant): Grant => ({ skill, permission, item })

export const isRefused = (refused: readonly Grant[], grant: Grant): boolean => refused.some(isSame(grant))

/** The refused permissions after a choice. */
export const choose = (refused: readonly Grant[], grant: Grant, isAllowed: boolean): readonly Grant[] => {
  const others = refused.filter((one) => !isSame(grant)(one))
  return isAllowed ? others : [...others, bare(grant)]
}

const isSame = (grant: Grant) => (one: Grant) =>
  one.skill === grant.skill && one.permission === grant.permission && one.item === grant.item
