import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type * as z from 'zod'

/**
 * Beside the packages, whose code the app runs too: anyone who can write here could also write there. Therefore it is
 * not a folder that users share.
 */
export const buildCacheFolder = 'node_modules/.cache'

/** Where a build is: its project, its folder in the cache, and what identifies its content. */
type BuildPlace = { readonly projectRoot: string; readonly folder: string; readonly key: string }

const pathOf = ({ projectRoot, folder, key }: BuildPlace): string =>
  join(/* turbopackIgnore: true */ projectRoot, buildCacheFolder, folder, `${key}.zst`)

/** Builds that the files of the container image come with. Its cache is a link to a volume, which starts empty. */
export const shippedBuildFolder = 'dist/kept'
const shippedPathOf = ({ projectRoot, folder, key }: BuildPlace): string =>
  join(/* turbopackIgnore: true */ projectRoot, shippedBuildFolder, folder, `${key}.zst`)

/** Whether an earlier start kept this build, or the project came with it. */
export const isKept = (place: BuildPlace): boolean => existsSync(pathOf(place)) || existsSync(shippedPathOf(place))

/** A damaged file does not decompress. */
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/**
 * Reads what an earlier start made of the files of a runtime, or makes it and writes it for the next start.
 *
 * @param used the keys that the project uses beside this one. Files of others are removed after a new one is written.
 */
export async function keptBuild<Made>(
  place: BuildPlace,
  schema: z.ZodType<Made>,
  make: () => Made | Promise<Made>,
  used: () => readonly string[] = () => [],
): Promise<Made> {
  const path = pathOf(place)
  for (const kept of [path, shippedPathOf(place)]) {
    try {
      return schema.parse(deserialize(zstdDecompressSync(await readFile(kept))))
    } catch {
      // There is none, or it is damaged.
    }
  }
  const made = await make()
  const unfinished = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(unfinished, zstdCompressSync(serialize(made), checked))
    await rename(unfinished, path)
    await removeUnused(dirname(path), [place.key, ...used()])
  } catch {
    // Where the folder cannot be written, each start makes it anew.
  }
  return made
}

/**
 * Removes what the project no longer uses: after a change of its code, it has another key. A process that
 * reads one of these files reads it to its end, or finds none and makes it.
 */
async function removeUnused(folder: string, keys: readonly string[]): Promise<void> {
  const unused = (await readdir(folder)).filter((name) => !keys.some((key) => name.startsWith(key)))
  await Promise.all(unused.map((name) => rm(join(folder, name), { force: true })))
}

/** The files of a folder with this ending, in order of their names. */
export function readFolder(folder: string, ending: string): ReadonlyArray<readonly [name: string, bytes: Buffer]> {
  const names = readdirSync(/* turbopackIgnore: true */ folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
  return names.map((name) => [name, readFileSync(join(/* turbopackIgnore: true */ folder, name))] as const)
}
