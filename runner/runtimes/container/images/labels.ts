import { sha256 } from '../../../core/hash.ts'
import type { LoadedSkill } from '../../../core/skill.ts'

/** Labels of our images. `root` is the image below the base image. */
export const imageLabel = 'aw.travel.image'
const skillLabel = 'aw.travel.skill'
/** The full digest of all inputs. The tag contains it too, but a tag can be put on any image. */
const digestLabel = 'aw.travel.digest'

type ImageRole = 'root' | 'base' | 'skill'

/** `name` is `repository:digest`. */
export function imageLabels(role: ImageRole, name: string, skill?: string): Record<string, string> {
  return {
    [imageLabel]: role,
    [digestLabel]: digestOfName(name),
    ...(skill === undefined ? {} : { [skillLabel]: skill }),
  }
}

/** Whether the digest in an image's label matches its name. */
export function isNamedRightly(name: string, labels: Readonly<Record<string, string>>): boolean {
  const digest = digestOfName(name)
  return digest !== '' && labels[digestLabel] === digest
}

function digestOfName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

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
