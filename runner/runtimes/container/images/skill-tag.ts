import { sha256 } from '../../../core/hash.ts'
import type { LoadedSkill } from '../../../core/skill.ts'

/** Separate from the platform's images, whatever a skill's name. */
const skillRepository = 'travel-skills'
/** Increased when the same inputs produce a different image. */
const recipeRevision = 2

/**
 * The image of a skill on a base: `travel-skills/<name>:` and the sha256 of the skill's digest and the base's tag. A
 * changed skill or base has another tag, so an outdated image never runs.
 */
export function skillImageTag({ manifest, digest }: LoadedSkill, baseTag: string): string {
  return `${skillRepository}/${manifest.name}:${sha256(JSON.stringify([recipeRevision, digest, baseTag]))}`
}
