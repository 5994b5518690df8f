import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { loadAirportTable, loadGazetteer } from '#lib/travel/server/places/load-built.ts'
import { buildCacheFolder, shippedBuildFolder } from '#runner/runtimes/kept-build.ts'
import { makeReady } from '#runner/runtimes/python/make-ready.ts'
import { root } from '../steps.ts'
import { imageFiles } from './image-files.ts'
import { withoutSymbols } from './without-symbols.ts'

/** Copies of files at the same time. */
const atOnce = 64

/** The settings that a built app still reads. The rest of its configuration is in its build. */
const Built = z.object({
  config: z.object({ poweredByHeader: z.boolean(), images: z.object({ unoptimized: z.boolean() }) }),
})

/** Writes the files of the container image, from a built project. */
export async function writeImageFiles(folder: string): Promise<void> {
  // The first use writes these.
  loadAirportTable(root)
  loadGazetteer(root)
  await rm(folder, { recursive: true, force: true })
  const files = await imageFiles()
  for (const one of new Set(files.map(dirname))) await mkdir(join(folder, one), { recursive: true })
  for (let at = 0; at < files.length; at += atOnce) {
    await Promise.all(files.slice(at, at + atOnce).map((file) => copyOne(join(root, file), join(folder, file))))
  }
  const node = join(folder, 'node_modules/node/bin/node')
  await writeFile(node, withoutSymbols(await readFile(node)))
  // The project's own configuration loads packages that only the build uses.
  const { config } = Built.parse(JSON.parse(await readFile(join(root, '.next/required-server-files.json'), 'utf8')))
  await writeFile(join(folder, 'next.config.js'), `export default ${JSON.stringify(config)}\n`)
  await makePythonReady(folder)
}

/**
 * Makes the interpreter of these files, so that no first script waits for it. It is not in their cache, which the image
 * replaces by a link to its volume.
 */
export async function makePythonReady(folder: string): Promise<void> {
  await makeReady(folder)
  const cache = join(folder, buildCacheFolder)
  if (!existsSync(cache)) return
  await mkdir(join(folder, 'dist'), { recursive: true })
  await rename(cache, join(folder, shippedBuildFolder))
  // The app's user, not the one that builds, reads them.
  for (const path of ['', 'python']) await chmod(join(folder, shippedBuildFolder, path), 0o755)
}

async function copyOne(from: string, to: string): Promise<void> {
  const isLink = (await lstat(from)).isSymbolicLink()
  if (isLink) await symlink(await readlink(from), to)
  else await copyFile(from, to, constants.COPYFILE_FICLONE)
}
