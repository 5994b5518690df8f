import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCodeOf } from './file-refused.ts'

/** The usage of a skill's folder. `entries` counts files and folders. */
type Usage = { readonly entries: number; readonly bytes: number }

/** The names of files that are being written start with this prefix, which is not allowed in a skill's path. */
export const unfinishedPrefix = '.travel-unfinished-'
/** An unfinished file older than this was left behind by an ended process. */
const abandonedMs = 10 * 60_000

/**
 * Counts the entries below a folder without following links. Stops above `maxEntries`. Removes abandoned unfinished
 * files, which do not count.
 */
export async function usageOf(folder: string, maxEntries: number, nowMs: number): Promise<Usage> {
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
