import { spawnSync } from 'node:child_process'
import { DatabaseError } from '../database-error.ts'

/** The user of the server, if it is not the user of this process. */
export type ServerAccount = { readonly uid: number; readonly gid: number }

const serverUserName = 'travel-postgres'

const run = (command: string, args: string[]): string | undefined => {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return result.status === 0 ? result.stdout.trim() : undefined
}

const lookUp = (name: string): ServerAccount | undefined => {
  const uid = Number.parseInt(run('id', ['-u', name]) ?? '', 10)
  const gid = Number.parseInt(run('id', ['-g', name]) ?? '', 10)
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : undefined
}

export const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The account under which to run the server. PostgreSQL refuses to run as root, so root gets a system user that owns
 * nothing else and is created if it is missing. `undefined`: the server runs as the current user.
 */
export const findServerAccount = (): ServerAccount | undefined => {
  if (!isRoot()) return undefined
  const existing = lookUp(serverUserName)
  if (existing) return existing
  run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', serverUserName])
  // In two concurrent first starts, one useradd fails, but both find the user here.
  const made = lookUp(serverUserName)
  if (made) return made
  throw new DatabaseError(
    `PostgreSQL does not run as root, and the system user ${serverUserName} could not be created: run as an ordinary user, or set DATABASE_URL to your own server.`,
  )
}

/** Whether the account can enter `folder` and run `file`, if given. Tested in a process of that account. */
export const canReach = (account: ServerAccount | undefined, folder: string, file = folder): boolean => {
  if (!account) return true
  const script = 'test -x "$0" && test -r "$1" && test -x "$1"'
  const options = { ...account, cwd: '/', stdio: 'ignore' as const }
  const target = file === folder ? 'test -x "$0"' : script
  return spawnSync('/bin/sh', ['-c', target, folder, file], options).status === 0
}
