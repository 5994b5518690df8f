import { fchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What root makes in somebody's folder is theirs: they go on without root. Given as the open file that was made at `path`, and not by
 * its name: there may be a link to another file by now.
 */
export function giveToFolderOwner(file: number, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  fchownSync(file, uid, gid)
}
