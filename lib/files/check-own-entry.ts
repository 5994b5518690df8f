import { lstatSync } from 'node:fs'
import { PrivatePathError } from '#runner/private-path.ts'

/**
 * Sees that what stands at `path` is a real file or folder that only `trusted`, this user or root can have put there. False: there is none.
 *
 * @param options.trusted the owner of the folder around it, whom root believes what is in it
 * @throws PrivatePathError for a link, for a file with a second name, and for what belongs to another user
 */
export function checkOwnEntry(path: string, { kind, trusted }: { kind: 'file' | 'folder'; trusted?: number }): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  const isRight = kind === 'file' ? stats.isFile() && stats.nlink === 1 : stats.isDirectory()
  if (!isRight) throw new PrivatePathError(`${path} should be a ${kind} and no link: remove what is there instead.`)
  const own = process.getuid?.()
  if (own === undefined || [own, 0, trusted].includes(stats.uid)) return true
  throw new PrivatePathError(
    `${path} belongs to another user (id ${stats.uid}), who can change it: when it is yours all the same, run chown ${own} ${path} as root.`,
  )
}
