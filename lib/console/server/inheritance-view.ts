import { ancestorsOf, askersOf, stepsOf } from '#lib/skills/server/registry/compositions.ts'
import type { Permission } from '#runner/core/lacks.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { askedOf } from '#runner/policy/policy-sets.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'

export const ancestorRows = (skill: LoadedSkill): ConsoleSkillPage['inherits'] =>
  ancestorsOf(skill).map(({ permissions, actions, ...ancestor }) => {
    return { ...ancestor, permissions: [...permissions], actions: [...actions] }
  })

export const stepRows = (skill: LoadedSkill): ConsoleSkillPage['steps'] =>
  stepsOf(skill).map(({ skill: name, version, tier, level, action, permissions }) => {
    return { name, version, tier, level, permissions: [...permissions], actions: [action] }
  })

/** The ancestors that ask for a permission of a skill. */
export const othersAskingFor = (skill: LoadedSkill, permission: Permission): string[] =>
  askersOf(skill, askedOf(permission)).filter((asker) => asker !== skill.manifest.name)
