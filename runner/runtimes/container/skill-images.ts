import type { LoadedSkill } from '../../core/skill.ts'

/** An image, and optionally a command that replaces the image's own. */
export type SkillImage = { readonly tag: string; readonly command?: readonly string[] }

/** Maps skills to images and builds missing ones. */
export type SkillImages = {
  /** The image of a skill. Its tag changes with every change of the skill or of the layers below it. */
  imageOf(skill: LoadedSkill): SkillImage
  /**
   * The image of the probe: the base image, which also contains the relay. It prints the findings of
   * `probe-inside.mjs`.
   */
  readonly probe: SkillImage
  /** Builds the image of a skill. If `build` is absent or rejects, the error says how the operator can do so. */
  build?(skill: LoadedSkill): Promise<void>
}
