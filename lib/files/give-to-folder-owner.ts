import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What root makes in somebody's folder is theirs: they go on without root. */
export function giveToFolderOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}
