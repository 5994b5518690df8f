import { fchownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Gives a file that root created to the owner of its folder, so that the owner can work without root later. Takes the
 * open file, not the path: the path may be a link to another file by now.
 */
export function giveToFolderOwner(file: number, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  fchownSync(file, uid, gid)
}
