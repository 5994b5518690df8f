import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import type { ImageEngine } from './image-engine.ts'
import { imageLabel } from './labels.ts'

/**
 * Several projects, or copies of one, may share an engine and its images. Each puts a name of its own on the images that it
 * works with, and an image goes when nobody's name is on it any more.
 */
export type Claims = {
  /** Puts this project's name on an image. */
  add(tag: string): Promise<void>
  /** Takes it off all images but these, and removes the images that have nobody's then. Gives their tags. */
  keepOnly(tags: readonly string[]): Promise<readonly string[]>
}

const claimPrefix = 'travel-used-by-'
const projectDigits = 12

/** The claims of the project in this folder. */
export async function createClaims(engine: ImageEngine, projectDir: string): Promise<Claims> {
  const project = createHash('sha256')
    .update(await realpath(projectDir))
    .digest('hex')
    .slice(0, projectDigits)
  const own = `${claimPrefix}${project}:`
  // Digests are enough to tell images apart, and names with their repositories may be too long for a tag.
  const claimOf = (tag: string) => `${own}${tag.slice(tag.lastIndexOf(':') + 1)}`

  return {
    add: (tag) => engine.addName(tag, claimOf(tag)),
    keepOnly: async (tags) => {
      const kept = new Set(tags.map(claimOf))
      for (const name of (await engine.named(imageLabel)).flat()) {
        if (name.startsWith(own) && !kept.has(name)) await engine.removeName(name)
      }
      const removed: string[] = []
      for (const names of await engine.named(imageLabel)) {
        if (names.some((name) => name.startsWith(claimPrefix))) continue
        for (const name of names) if (await engine.removeName(name)) removed.push(name)
      }
      await engine.removeNameless(imageLabel)
      return removed
    },
  }
}
