import { lstatSync } from 'node:fs'
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
