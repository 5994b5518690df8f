import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import type { Files } from './check-entries.ts'
import { refuse, type SourceRefusal } from './source-refusal.ts'

/** Errors of a disk that is full, read-only or out of order. */
const diskErrors = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE']

/**
 * Writes checked files into a fresh folder below `parent` that only this user can read. The skill's own folder has its name, because
 * the name of a skill must equal its folder. No file is executable.
 */
export async function writePrivateSkill(
  parent: string,
  name: string,
  files: Files,
): Promise<({ readonly ok: true; readonly folder: string } & AsyncDisposable) | SourceRefusal> {
  let outer: string | undefined
  const remove = async () => {
    if (outer !== undefined) await rm(outer, { recursive: true, force: true })
  }
  try {
    outer = await realpath(await mkdtemp(join(parent, 'travel-skill-')))
    const folder = join(outer, name)
    await mkdir(folder, { mode: 0o700 })
    for (const parent of new Set([...files.keys()].map((path) => dirname(path)))) {
      await mkdir(join(folder, parent), { recursive: true, mode: 0o700 })
    }
    // "x": an existing file, which cannot be there, is an error and is never overwritten or followed.
    for (const [path, content] of files) await writeFile(join(folder, path), content, { flag: 'wx', mode: 0o600 })
    return { ok: true, folder, [Symbol.asyncDispose]: remove }
  } catch (cause) {
    await remove()
    const code = errorCodeOf(cause)
    if (code !== undefined && diskErrors.includes(code)) return refuse('disk', { detail: code })
    throw cause
  }
}
