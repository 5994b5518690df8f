import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { sha256 } from '../core/hash.ts'
import { jsonOrNot } from '../core/json-or-not.ts'
import type { Bundle } from './bundle-skill.ts'

const UsedFile = z.object({ path: z.string(), sha256: z.string() })
const Entry = z.object({
  sha256: z.string(),
  bundle: z.object({
    code: z.string(),
    sourceMap: z.string(),
    packageFiles: z.array(UsedFile),
    sdkFiles: z.array(UsedFile),
  }),
})

const maxEntries = 200

const pathOf = (folder: string, key: string): string => join(folder, `${sha256(key)}.json`)

/**
 * A bundle that was kept in a folder that only this account may read. `undefined`: the entry is missing or damaged, or a
 * package or SDK file in its code has changed.
 */
export async function keptBundle(folder: string, key: string): Promise<Bundle | undefined> {
  const text = await readFile(pathOf(folder, key), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const entry = Entry.safeParse(jsonOrNot(text))
  if (!entry.success || entry.data.sha256 !== contentHash(entry.data.bundle)) return undefined
  const { bundle } = entry.data
  const unchanged = await Promise.all([...bundle.packageFiles, ...bundle.sdkFiles].map(isUnchanged))
  return unchanged.every(Boolean) ? bundle : undefined
}

/** If the bundle cannot be kept, loading only takes longer. */
export async function keepBundle(folder: string, key: string, bundle: Bundle): Promise<void> {
  const path = pathOf(folder, key)
  const unfinished = `${path}.${randomUUID()}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(unfinished, JSON.stringify({ sha256: contentHash(bundle), bundle }), { mode: 0o600, flag: 'wx' })
    await rename(unfinished, path)
    await removeOldest(folder)
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined)
  }
}

/** Limits the number of entries, so that the folder does not grow with each change of a skill. */
async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= maxEntries) return
  const ages = await Promise.all(
    names.map(async (name) => ({ name, mtimeMs: (await stat(join(folder, name))).mtimeMs })),
  )
  const oldest = ages.sort((a, b) => a.mtimeMs - b.mtimeMs).slice(0, names.length - maxEntries)
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })))
}

async function isUnchanged({ path, sha256: expected }: z.infer<typeof UsedFile>): Promise<boolean> {
  const content = await readFile(path).catch(() => undefined)
  return content !== undefined && sha256(content) === expected
}

function contentHash({ code, sourceMap, packageFiles, sdkFiles }: Bundle): string {
  const flat = (file: z.infer<typeof UsedFile>) => [file.path, file.sha256]
  return sha256(JSON.stringify([code, sourceMap, packageFiles.map(flat), sdkFiles.map(flat)]))
}
