import type { LoadedSkill } from '../../skill.ts'

/** An image, and what a container runs in it instead of what the image says. */
export type SkillImage = { readonly tag: string; readonly command?: readonly string[] }

/** Which image runs what, and how one that is not there is made. */
export type SkillImages = {
  /** The image of a skill. Its tag changes with every change of the skill or of what is below it. */
  imageOf(skill: LoadedSkill): SkillImage
  /** What tries the runtime, in the base image, which also has the relay in it: it prints what `probe-inside.mjs` does. */
  readonly probe: SkillImage
  /** Makes the image of a skill. Absent, or rejected: it stays away, and the operator is told how to build it. */
  build?(skill: LoadedSkill): Promise<void>
}
