import { createHash } from 'node:crypto'
import type { LoadedSkill } from '../../../skill.ts'

/** Apart from the platform's images, whatever a skill is called. */
export const skillRepository = 'travel-skills'
/** Counts up when the same inputs would make another image than before. */
const recipeRevision = 2

/**
 * The image of a skill on a base: `travel-skills/<name>:` and the sha256 over the skill's digest and the base's tag. A skill or
 * base that changed has another tag, so an old image never runs.
 */
export function skillImageTag({ manifest, digest }: LoadedSkill, baseTag: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([recipeRevision, digest, baseTag]))
    .digest('hex')
  return `${skillRepository}/${manifest.name}:${hash}`
}
