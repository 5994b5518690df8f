import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRefusal, Log, SkillFiles } from '../core/ports.ts'
import { createTurnsByKey } from '../queue/turns-by-key.ts'
import {
  entryOf,
  FileRefused,
  type HeldFolder,
  isOwnFile,
  notAllowed,
  openParent,
  readRegularFile,
  refuse,
  systemCodeOf,
} from './open-parent.ts'

/** The usage of a skill's folder. `entries` counts files and folders. */
type Usage = { readonly entries: number; readonly bytes: number }

/** The names of files that are being written start with this prefix, which is not allowed in a skill's path. */
const unfinishedPrefix = '.travel-unfinished-'
/** An unfinished file older than this was left behind by an ended process. */
const abandonedMs = 10 * 60_000

/**
 * Counts the entries below a folder without following links. Stops above `maxEntries`. Removes abandoned unfinished
 * files, which do not count.
 */
async function usageOf(folder: string, maxEntries: number, nowMs: number): Promise<Usage> {
  const folders = [folder]
  let entries = 0
  let bytes = 0
  for (let next = folders.pop(); next !== undefined && entries <= maxEntries; next = folders.pop()) {
    for (const entry of (await readdir(next, { withFileTypes: true }).catch(undefinedIfGone)) ?? []) {
      const path = join(next, entry.name)
      const found = entry.isDirectory() ? undefined : await lstat(path).catch(undefinedIfGone)
      if (found === undefined && !entry.isDirectory()) continue
      if (found && entry.name.startsWith(unfinishedPrefix) && nowMs - found.mtimeMs > abandonedMs) {
        await unlink(path).catch(undefinedIfGone)
        continue
      }
      entries += 1
      bytes += found?.size ?? 0
      if (entries > maxEntries) break
      if (entry.isDirectory()) folders.push(path)
    }
  }
  return { entries, bytes }
}

function undefinedIfGone(cause: unknown): undefined {
  if (systemCodeOf(cause) !== 'ENOENT' && systemCodeOf(cause) !== 'ENOTDIR') throw cause
}

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

/**
 * Replaces or creates a regular file atomically: after a crash, and for concurrent readers, the file has either the old
 * or the new text.
 *
 * @param device the device of the skill's folder
 * @throws FileRefused if an entry of another kind has this name
 */
async function writeRegularFile(folder: HeldFolder, name: string, bytes: Uint8Array, device: number): Promise<void> {
  const before = await entryOf(folder, name)
  if (before !== undefined && !isOwnFile(before, device)) throw notAllowed()
  const unfinished = folder.at(`${unfinishedPrefix}${randomUUID()}`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  try {
    await using file = await open(unfinished, flags, 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await folder.check()
    // `rename` does not follow links, so a link that appeared meanwhile is replaced itself.
    await rename(unfinished, folder.at(name))
  } catch (cause) {
    await unlink(unfinished).catch(() => {})
    refuse(cause)
  }
  await folder.handle.sync().catch(() => {})
}
