import { acceptedActions } from '#runner/contract/capabilities/capability-contracts.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'

/** A function of a skill. `action` is absent if the skill declares no actions: each call then names one. */
export type SkillFunction = { readonly name: string; readonly skill: LoadedSkill; readonly action?: string }

/** Model APIs accept function names of letters, digits, _ and -, up to this length. */
const longestName = 64

/**
 * The functions of skills, each with a unique name. The short name is the action, as in the function schemas that voice
 * agents already have, or the skill's name if the skill has no actions. A function gets its long name, `skill__action`,
 * if its short name is reserved, shared with another function, or equal to a long name. Thus no function silently takes
 * another's name. Skill names have no underscore, so the long names are unique. An inherited function always has its
 * long name, so that a child takes no name from its parent.
 */
export function skillFunctions(skills: readonly LoadedSkill[], reserved: ReadonlySet<string>): SkillFunction[] {
  const all = skills
    .filter(({ manifest, mixin }) => manifest.kind === 'tool' || (mixin && mixin.actions.size > 0))
    .toSorted((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))
    .flatMap((skill) => actionsOf(skill).map((action) => ({ skill, action })))
  const isInherited = ({ skill, action }: (typeof all)[number]) => skill.mixin?.actions.has(action ?? '') === true
  const own = all.filter((one) => !isInherited(one))
  const uses = Map.groupBy(own, ({ skill, action }) => shortName(skill, action))
  const long = new Set(all.map(({ skill, action }) => longName(skill, action)))
  return all.map((one) => {
    const { skill, action } = one
    const short = shortName(skill, action)
    const isOwn = !isInherited(one) && uses.get(short)?.length === 1 && !reserved.has(short) && !long.has(short)
    const name = isOwn ? short : longName(skill, action)
    return { name, skill, ...(action === undefined ? {} : { action }) }
  })
}

function actionsOf({ manifest }: LoadedSkill): (string | undefined)[] {
  const names = acceptedActions(manifest)
  return names.length > 0 ? names : [undefined]
}

const shortName = ({ manifest }: LoadedSkill, action: string | undefined): string =>
  action ?? manifest.name.replaceAll('-', '_')

/** The long name of a function. Calls may always use it, whatever other skills are enabled. */
export function longName({ manifest }: LoadedSkill, action: string | undefined): string {
  const name = action === undefined ? `${manifest.name}__` : `${manifest.name}__${action}`
  if (name.length <= longestName) return name
  const hash = sha256(name).slice(0, 12)
  return `${name.slice(0, longestName - hash.length - 1)}-${hash}`
}
