import type { SkillSource } from './ports.ts'
import type { LoadedSkill } from './skill.ts'

/** A source of exactly these releases, all enabled. */
export function fixedSkills(...skills: readonly LoadedSkill[]): SkillSource {
  return {
    current: async (name) => {
      const skill = skills.find(({ manifest }) => manifest.name === name)
      return skill && { skill, isEnabled: true }
    },
    byDigest: async (digest) => skills.find((skill) => skill.digest === digest),
  }
}
