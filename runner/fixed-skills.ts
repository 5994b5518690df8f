import type { SkillSource } from './ports.ts'
import type { LoadedSkill } from './skill.ts'

/** These releases and no other, all of them switched on. */
export function fixedSkills(...skills: readonly LoadedSkill[]): SkillSource {
  return {
    current: async (name) => {
      const skill = skills.find(({ manifest }) => manifest.name === name)
      return skill && { skill, isEnabled: true }
    },
    byDigest: async (digest) => skills.find((skill) => skill.digest === digest),
  }
}
