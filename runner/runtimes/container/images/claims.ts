import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import * as z from 'zod'
import { sha256 } from '../../../core/hash.ts'
import { jsonOrNot } from '../../../core/json-or-not.ts'
import type { ImageEngine } from './image-engine.ts'
import { imageLabel } from './labels.ts'

const claimPrefix = 'travel-used-by-'
const projectDigits = 12
const placeForm = /^travel-used-at-([0-9a-f]{12})\/([0-9a-f]+):here$/
/**
 * In characters; an engine accepts names of up to 255. A project whose folder would need a longer name does not record
 * the folder: its claims have to be removed by hand.
 */
const longestName = 250
const Place = z.tuple([z.string(), z.string()])

/** The projects of this machine whose folders are gone. Reads the recorded folders from these names of images. */
function goneProjects(names: readonly string[], machine: string): string[] {
  return names.flatMap((name) => {
    const [, project, hex = ''] = placeForm.exec(name) ?? []
    if (project === undefined) return []
    const place = Place.safeParse(jsonOrNot(Buffer.from(hex, 'hex').toString('utf8')))
    return place.success && place.data[0] === machine && !existsSync(place.data[1]) ? [project] : []
  })
}

/**
 * Several projects, or copies of one, may share an engine and its images. Each project puts its own name (a claim) on
 * the images that it uses, and an image without claims is removed. A project also records its folder, so that another
 * project on the same machine can release its claims when the folder is gone.
 * The result: the claims of the project in this folder.
 */
export async function createClaims(engine: ImageEngine, projectDir: string, machine: string = hostname()) {
  const path = await realpath(projectDir)
  const project = sha256(path).slice(0, projectDigits)
  const place = `travel-used-at-${project}/${Buffer.from(JSON.stringify([machine, path])).toString('hex')}:here`
  const own = `${claimPrefix}${project}:`
  // The digest identifies an image; a name with its repository may be too long for a tag.
  const claimOf = (tag: string) => `${own}${tag.slice(tag.lastIndexOf(':') + 1)}`

  return {
    /** Claims an image for this project. */
    async add(tag: string) {
      await engine.addName(tag, claimOf(tag))
      if (place.length <= longestName) await engine.addName(tag, place)
    },
    /** Releases this project's claims on all other images, and removes images without claims. Returns their tags. */
    keepOnly: async (tags: readonly string[]) => {
      const kept = new Set(tags.map(claimOf))
      const all = (await engine.named(imageLabel)).flat()
      const gone = goneProjects(all, machine)
      for (const name of all) {
        const isGone = gone.some((one) => name.startsWith(`${claimPrefix}${one}:`))
        if (isGone || (name.startsWith(own) && !kept.has(name))) await engine.removeName(name)
      }
      const removed: string[] = []
      for (const names of await engine.named(imageLabel)) {
        if (names.some((name) => name.startsWith(claimPrefix))) continue
        for (const name of names) {
          if ((await engine.removeName(name)) && !placeForm.test(name)) removed.push(name)
        }
      }
      await engine.removeNameless(imageLabel)
      return removed
    },
  }
}
