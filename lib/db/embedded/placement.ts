import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkOwnEntry } from '../../files/check-own-entry.ts'
import { ownNames } from '../../files/secure-data-folder.ts'
import { DatabaseError, errorCodeOf } from '../database-error.ts'
import { canReach, findServerAccount, isRoot, type ServerAccount } from './server-account.ts'

/** Where the database of one data folder lives, and as whom its server runs. */
export type Placement = {
  /** The server's data directory; it need not exist yet, its parent does. */
  readonly cluster: string
  readonly account: ServerAccount | undefined
  readonly log: string
}

const recordSchema = z.object({ cluster: z.string().startsWith('/') })

/** The lock, the users and the server's log of a data folder are here; the data too, unless it had to go elsewhere. */
export const homeOf = (dataDir: string): string => join(dataDir, 'postgres')

/** Lets root's server user pass through a data folder that has nothing but our own, each part closed by itself. */
const letPass = (dataDir: string): void => {
  const { mode, uid } = statSync(dataDir)
  if (uid !== 0 || (mode & 0o011) === 0o011) return
  if (readdirSync(dataDir).every((name) => ownNames.has(name))) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

/** Root opens these files and gives them away: nobody but the owner of the data folder has put them there. */
const checkHome = (dataDir: string, home: string): void => {
  const trusted = statSync(dataDir).uid
  checkOwnEntry(home, { kind: 'folder', trusted })
  for (const name of ['lock', 'server.log']) checkOwnEntry(join(home, name), { kind: 'file', trusted })
  checkOwnEntry(join(home, 'users'), { kind: 'folder', trusted })
}

/** Makes the data folder; root leaves it passable, so that the server's system user can reach its part. */
export const makeHome = (dataDir: string): string => {
  const mode = isRoot() ? 0o711 : 0o700
  const home = homeOf(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true, mode })
    mkdirSync(home, { recursive: true, mode })
    if (isRoot()) letPass(dataDir)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw error
    throw new DatabaseError(
      `The folder ${home} is not yours to write: start as its owner, or set TRAVEL_DATA_DIR to a folder that is.`,
    )
  }
  checkHome(dataDir, home)
  return realpathSync(home)
}

const readRecord = (path: string): string | undefined => {
  // It names a folder and an account anywhere on the machine: root takes it from root alone.
  if (!checkOwnEntry(path, { kind: 'file' })) return undefined
  const parsed = recordSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data.cluster
  throw new DatabaseError(`${path} should name the folder of the database: restore it from a backup.`)
}

const record = (path: string, cluster: string): void => {
  writeFileSync(`${path}.new`, `${JSON.stringify({ cluster }, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

const ownerOf = (cluster: string): ServerAccount | undefined => {
  const stats = lstatSync(cluster)
  if (!stats.isDirectory()) throw new DatabaseError(`${cluster} should be a folder and no link: restore it.`)
  const { uid, gid } = stats
  if (isRoot()) {
    if (uid !== 0) return { uid, gid }
    throw new DatabaseError(
      `${cluster} belongs to root, and PostgreSQL does not run as root: give it to the user that the database was made by (chown -R).`,
    )
  }
  if (uid === process.getuid?.()) return undefined
  throw new DatabaseError(
    `The database in ${cluster} belongs to another user (id ${uid}): start as that user or as root, or set TRAVEL_DATA_DIR to another folder.`,
  )
}

/** The caller holds the lock of `home`. */
export const findPlacement = (home: string, outsideFolder: string): Placement => {
  const recordPath = join(home, 'place.json')
  const log = join(home, 'server.log')
  const inside = join(home, 'cluster')
  const cluster = readRecord(recordPath) ?? inside
  if (existsSync(/* turbopackIgnore: true */ cluster)) return { cluster, account: ownerOf(cluster), log }
  const account = findServerAccount()
  if (cluster !== inside) {
    throw new DatabaseError(
      `The database was kept in ${cluster} and is not there any more: restore it, or remove ${recordPath} to begin with an empty one.`,
    )
  }
  if (canReach(account, home)) return { cluster, account, log }
  const outside = join(outsideFolder, 'clusters', randomBytes(8).toString('hex'))
  mkdirSync(outside, { recursive: true, mode: 0o711 })
  const moved = join(outside, 'cluster')
  return { cluster: moved, account, log }
}

/** Remembers a database that lies outside the data folder. Called when the database is there. */
export const rememberPlacement = (home: string, placement: Placement): void => {
  if (placement.cluster !== join(home, 'cluster')) record(join(home, 'place.json'), placement.cluster)
}

/** Gives a folder to the server's account. */
export const giveTo = (account: ServerAccount | undefined, folder: string): void => {
  if (account) lchownSync(folder, account.uid, account.gid)
}
