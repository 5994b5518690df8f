import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCodeOf } from './file-refused.ts'

/** The usage of a skill's folder. `entries` counts files and folders. */
export type Usage = { readonly entries: number; readonly bytes: number }

/** The names of files that are being written start with this prefix, which is not allowed in a skill's path. */
export const unfinishedPrefix = '.travel-unfinished-'
/** An unfinished file older than this was left behind by an ended process. */
const abandonedMs = 10 * 60_000

/**
 * Counts the entries below a folder without following links. Stops above `mostEntries`. Removes abandoned unfinished
 * files, which do not count.
 */
export async function usageOf(folder: string, mostEntries: number, nowMs: number): Promise<Usage> {
  const folders = [folder]
  let entries = 0
  let bytes = 0
  for (let next = folders.pop(); next !== undefined && entries <= mostEntries; next = folders.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(emptyIfGone)) {
      const path = join(next, entry.name)
      entries += 1
      if (entries > mostEntries) break
      if (entry.isDirectory()) folders.push(path)
      else {
        const found = await lstat(path).catch(emptyIfGone)
        if ('length' in found) continue
        const isAbandoned = entry.name.startsWith(unfinishedPrefix) && nowMs - found.mtimeMs > abandonedMs
        if (!isAbandoned) bytes += found.size
        else {
          await unlink(path).catch(emptyIfGone)
          entries -= 1
        }
      }
    }
  }
  return { entries, bytes }
}

function emptyIfGone(cause: unknown): [] {
  if (systemCodeOf(cause) === 'ENOENT' || systemCodeOf(cause) === 'ENOTDIR') return []
  throw cause
}
