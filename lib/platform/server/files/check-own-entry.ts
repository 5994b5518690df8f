import { fchownSync, lstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PrivatePathError } from '#runner/core/private-path.ts'

/**
 * Checks that `path` is a real file or folder that only `trusted`, this user or root can have created. Returns false if
 * `path` does not exist.
 *
 * @param options.trusted the owner of the surrounding folder, whom root trusts with its contents
 * @throws PrivatePathError for a link, for a file with a second hard link, and for an entry of another user
 */
export function checkOwnEntry(path: string, { kind, trusted }: { kind: 'file' | 'folder'; trusted?: number }): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  const isRight = kind === 'file' ? stats.isFile() && stats.nlink === 1 : stats.isDirectory()
  if (!isRight) throw new PrivatePathError(`${path} must be a ${kind}, not a link: remove it.`)
  const own = process.getuid?.()
  if (own === undefined || [own, 0, trusted].includes(stats.uid)) return true
  throw new PrivatePathError(
    `${path} belongs to another user (id ${stats.uid}), who can change it: if you trust its contents, run chown ${own} ${path} as root.`,
  )
}

/**
 * Gives a file that root created to the owner of its folder, so that the owner can use it later without root. Takes the
 * open file, not only the path: the path may have become a link to another file.
 */
export function giveToFolderOwner(file: number, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  fchownSync(file, uid, gid)
}
