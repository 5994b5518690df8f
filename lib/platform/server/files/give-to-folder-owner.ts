import { fchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Gives a file that root created to the owner of its folder, so that the owner can use it later without root. Takes the
 * open file, not only the path: the path may have become a link to another file.
 */
export function giveToFolderOwner(file: number, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  fchownSync(file, uid, gid)
}
