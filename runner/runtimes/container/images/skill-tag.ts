import { createHash } from 'node:crypto'
import type { LoadedSkill } from '../../../skill.ts'

const tagDigits = 12

/**
 * The image of a skill on a base: `travel-skill-<name>:` and digits over the skill's digest and the base's tag. A skill
 * or base that changed has another tag, so an old image never runs.
 */
export function skillImageTag({ manifest, digest }: LoadedSkill, baseTag: string): string {
  const hash = createHash('sha256').update(`${digest} ${baseTag}`).digest('hex')
  return `travel-skill-${manifest.name}:${hash.slice(0, tagDigits)}`
}
