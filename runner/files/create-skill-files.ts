import type { FileRefusal, Log, SkillFiles } from '../core/ports.ts'
import { createTurnsByKey } from '../queue/turns-by-key.ts'
import { FileRefused } from './file-refused.ts'
import { type HeldFolder, notAllowed, openParent } from './open-parent.ts'
import { entryOf, readRegularFile } from './regular-file.ts'
import { unfinishedPrefix, usageOf } from './usage.ts'
import { writeRegularFile } from './write-regular-file.ts'

/** The limits of a skill's folder. Entries are files and folders. */
type FileQuota = { readonly entries: number; readonly bytes: number }
const defaultQuota: FileQuota = { entries: 256, bytes: 16 * 1024 * 1024 }
/** A write that waits for its turn always runs, also after its execution ended. */
const neverAborted = new AbortController().signal

type SkillFilesOptions = {
  /** The folder that contains the folders of all skills. It is created with the first file. */
  readonly root: string
  readonly quota?: FileQuota
  readonly log: Log
}

/**
 * The files of skills, in one folder per skill below `root`. No path leads out of this folder: each name is opened
 * without following links, and the opened entry is checked again.
 */
export function createSkillFiles({
  root,
  quota = defaultQuota,
  log,
}: SkillFilesOptions): (skill: string) => SkillFiles {
  /** Each skill's writes run one after the other, so that concurrent writes cannot exceed the quota together. */
  const writes = createTurnsByKey()

  async function answer<T extends object>(skill: string, run: () => Promise<T>): Promise<T | FileRefusal> {
    try {
      return await run()
    } catch (cause) {
      if (cause instanceof FileRefused) return { ok: false, name: cause.name, message: cause.message }
      log.error('the files of a skill failed', { skill, cause })
      return { ok: false, name: 'FilesUnavailable', message: 'the file system failed' }
    }
  }

  async function write(skill: string, path: string, text: string) {
    const { folders, name } = partsOf(path)
    const bytes = Buffer.from(text)
    await using own = await openParent(root, [skill], true)
    const device = await deviceOf(own)
    const used = await usageOf(own.at('.'), quota.entries, Date.now())
    const { missing, replaced } = await neededBy(root, skill, folders, name)
    if (used.entries + missing > quota.entries)
      throw new FileRefused('QuotaExceeded', `the skill has more than ${quota.entries} files and folders`)
    if (used.bytes - replaced + bytes.length > quota.bytes)
      throw new FileRefused('QuotaExceeded', `the skill's files are larger than ${quota.bytes} bytes together`)
    await using folder = await openParent(root, [skill, ...folders], true)
    if ((await deviceOf(folder)) !== device) throw notAllowed()
    await writeRegularFile(folder, name, bytes, device)
    return { ok: true, bytes: bytes.length } as const
  }

  return (skill) => ({
    read: (path) =>
      answer(skill, async () => {
        const { folders, name } = partsOf(path)
        await using own = await openParent(root, [skill], false)
        await using folder = await openParent(root, [skill, ...folders], false)
        return { ok: true, text: await readRegularFile(folder, name, await deviceOf(own)) } as const
      }),
    write: (path, text) =>
      answer(skill, async () => {
        using _turn = await writes.take(skill, 1, neverAborted)
        return await write(skill, path, text)
      }),
  })
}

/** The contract has checked the path; this check refuses dangerous paths of any caller. */
function partsOf(path: string): { readonly folders: readonly string[]; readonly name: string } {
  const parts = path.split('/')
  if (parts.some((part) => !isName(part))) throw notAllowed()
  return { folders: parts.slice(0, -1), name: parts.at(-1) ?? '' }
}

const isName = (part: string) =>
  part !== '' && part !== '.' && part !== '..' && !part.includes('\0') && !part.startsWith(unfinishedPrefix)

const deviceOf = async ({ handle }: HeldFolder): Promise<number> => (await handle.stat()).dev

/** The number of entries that a write adds, and the size of the file that it replaces: 0 for a new file. */
async function neededBy(root: string, skill: string, folders: readonly string[], name: string) {
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    try {
      await using folder = await openParent(root, [skill, ...folders.slice(0, depth)], false)
      if (depth < folders.length) return { missing: folders.length - depth + 1, replaced: 0 }
      const before = await entryOf(folder, name)
      return { missing: before === undefined ? 1 : 0, replaced: before?.size ?? 0 }
    } catch (cause) {
      if (!(cause instanceof FileRefused) || cause.name !== 'NotFoundError') throw cause
    }
  }
  return { missing: folders.length + 1, replaced: 0 }
}
