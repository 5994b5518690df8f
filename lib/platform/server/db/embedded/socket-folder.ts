import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '#runner/core/hash.ts'
import { DatabaseError, errorCodeOf } from '../database-error.ts'
import { giveTo } from './placement.ts'
import { canReach, type ServerAccount } from './server-account.ts'

export const socketPort = 5432
/** Linux limits a socket path to 107 bytes, macOS to 103. */
const longestSocketPath = 100
const socketPathLength = (folder: string): number => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`))

/**
 * Whether a folder is our own. Another user may have planted a folder of this name; ours is a real folder of the
 * server's user, without access for others.
 */
const isOurs = (folder: string, uid: number | undefined): boolean => {
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0
}

const makeIn = (base: string, cluster: string, account: ServerAccount | undefined): string => {
  const uid = account?.uid ?? process.getuid?.()
  const folder = join(base, `travel-${sha256(cluster).slice(0, 12)}`)
  try {
    mkdirSync(folder, { mode: 0o700 })
    giveTo(account, folder)
    return folder
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
    if (isOurs(folder, uid)) return folder
  }
  const other = mkdtempSync(`${folder}-`)
  chmodSync(other, 0o700)
  giveTo(account, other)
  return other
}

/** A folder for the server's socket with a short path. Only the server's user and root can enter it. */
export const makeSocketFolder = (cluster: string, account: ServerAccount | undefined): string => {
  for (const base of [tmpdir(), '/tmp', '/var/run']) {
    try {
      const real = realpathSync(/* turbopackIgnore: true */ base)
      if (!canReach(account, real)) continue
      const folder = makeIn(real, cluster, account)
      if (socketPathLength(folder) < longestSocketPath) return folder
    } catch {
      // The base folder is missing or not writable: tries the next one.
    }
  }
  throw new DatabaseError(
    'No folder for the database socket could be created: set TMPDIR to a folder with a short path.',
  )
}
