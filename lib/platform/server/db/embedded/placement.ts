import { randomBytes, randomUUID } from 'node:crypto'
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
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { checkOwnEntry } from '../../files/check-own-entry.ts'
import { makeFolders } from '../../files/make-folders.ts'
import { ownNames } from '../../files/secure-data-folder.ts'
import { DatabaseError, errorCodeOf } from '../database-error.ts'
import { copyRemedy } from './own-place.ts'
import { canReach, findServerAccount, isRoot, type ServerAccount } from './server-account.ts'

/** Where the database of a data folder is, and the account of its server. */
export type Placement = {
  /** The server's data directory. It may be missing; its parent exists. */
  readonly cluster: string
  readonly account: ServerAccount | undefined
  readonly log: string
}

/** `home`: the folder of this record. Records of older versions lack it. */
const recordSchema = z.object({ cluster: z.string().startsWith('/'), home: z.string().startsWith('/').optional() })

/** The folder with a data folder's lock, users and server log, and with its database unless that is stored outside. */
const homeOf = (dataDir: string): string => join(dataDir, 'postgres')

/** Lets the server's user traverse root's data folder if it contains only our own files, which are each private. */
const letPass = (dataDir: string): void => {
  const { mode, uid } = statSync(dataDir)
  if (uid !== 0 || (mode & 0o011) === 0o011) return
  if (readdirSync(dataDir).every((name) => ownNames.has(name))) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

/** Root opens these files and changes their owner, so only the data folder's owner may have created them. */
const checkHome = (dataDir: string, home: string): void => {
  const trusted = statSync(dataDir).uid
  checkOwnEntry(home, { kind: 'folder', trusted })
  for (const name of ['lock', 'server.log'])
    checkOwnEntry(join(/* turbopackIgnore: true */ home, name), { kind: 'file', trusted })
  checkOwnEntry(join(home, 'users'), { kind: 'folder', trusted })
}

/** Creates the data folder. As root, lets the server's system user traverse it. */
export const makeHome = (dataDir: string): string => {
  const mode = isRoot() ? 0o711 : 0o700
  const home = homeOf(dataDir)
  try {
    makeFolders(home, mode)
    if (isRoot()) letPass(dataDir)
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (errorCodeOf(error) === undefined) throw error
    throw new DatabaseError(
      `The folder ${home} is not writable: start as its owner, or set TRAVEL_DATA_DIR to a folder that you can write to.`,
    )
  }
  checkHome(dataDir, home)
  return realpathSync(home)
}

const placeFile = (home: string): string => join(home, 'place.json')

const readRecord = (home: string): string | undefined => {
  const path = placeFile(home)
  // The record names a folder anywhere on the machine, and the folder's owner becomes the server's account. So root
  // accepts only a record that root owns.
  if (!checkOwnEntry(path, { kind: 'file' })) return undefined
  const parsed = recordSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new DatabaseError(`${path} does not name the database folder: restore it from a backup.`)
  const { cluster, home: owner = home } = parsed.data
  // After a move, the original folder is gone. After a copy, it still exists, and the copy would share its database.
  if (owner === home || !existsSync(/* turbopackIgnore: true */ placeFile(owner))) return cluster
  throw new DatabaseError(
    `${path} is a copy: the database in ${cluster} belongs to the data folder ${dirname(owner)}. To get a separate one, ${copyRemedy}.`,
  )
}

const record = (home: string, cluster: string): void => {
  const path = placeFile(home)
  const draft = `${path}.${randomUUID()}`
  // The owner of the data folder could plant a link under a name that is easy to guess.
  writeFileSync(draft, `${JSON.stringify({ cluster, home }, null, 2)}\n`, { flag: 'wx' })
  renameSync(draft, path)
}

const ownerOf = (cluster: string): ServerAccount | undefined => {
  const stats = lstatSync(cluster)
  if (!stats.isDirectory()) throw new DatabaseError(`${cluster} must be a folder, not a link: restore it.`)
  const { uid, gid } = stats
  if (isRoot()) {
    if (uid !== 0) return { uid, gid }
    throw new DatabaseError(
      `${cluster} belongs to root, and PostgreSQL does not run as root: change its owner to the user who created the database (chown -R).`,
    )
  }
  if (uid === process.getuid?.()) return undefined
  throw new DatabaseError(
    `The database in ${cluster} belongs to another user (id ${uid}): start as that user or as root, or set TRAVEL_DATA_DIR to another folder.`,
  )
}

/** The name under which a complete database waits until the one of an earlier PostgreSQL has left its place. */
export const nextOf = (cluster: string): string => `${cluster}.next`

/** Ends what a killed process left between its two renames: the earlier database has gone, and the next one is complete. */
const finishMove = (cluster: string): void => {
  const next = nextOf(cluster)
  if (!existsSync(/* turbopackIgnore: true */ cluster) && existsSync(/* turbopackIgnore: true */ next))
    renameSync(/* turbopackIgnore: true */ next, cluster)
}

/** The caller holds the lock of `home`. */
export const findPlacement = (home: string, outsideFolder: string): Placement => {
  const log = join(home, 'server.log')
  const inside = join(home, 'cluster')
  const cluster = readRecord(home) ?? inside
  finishMove(cluster)
  if (existsSync(/* turbopackIgnore: true */ cluster)) return { cluster, account: ownerOf(cluster), log }
  const account = findServerAccount()
  if (cluster !== inside) {
    throw new DatabaseError(
      `The database is missing from ${cluster}: restore it, or remove ${placeFile(home)} to start with an empty one.`,
    )
  }
  if (canReach(account, home)) return { cluster, account, log }
  const outside = join(outsideFolder, 'clusters', randomBytes(8).toString('hex'))
  mkdirSync(outside, { recursive: true, mode: 0o711 })
  const moved = join(outside, 'cluster')
  return { cluster: moved, account, log }
}

/** Records a database outside the data folder. Called once the database exists. */
export const rememberPlacement = (home: string, placement: Placement): void => {
  if (placement.cluster !== join(home, 'cluster')) record(home, placement.cluster)
}

/** The folder that was created for a data folder's database. Undefined if the database is in the data folder. */
export const outsideFolderOf = (dataDir: string, cluster: string): string | undefined =>
  dirname(cluster) === realpathSync(homeOf(dataDir)) ? undefined : dirname(cluster)

/** Changes a folder's owner to the server's account. */
export const giveTo = (account: ServerAccount | undefined, folder: string): void => {
  if (account) lchownSync(folder, account.uid, account.gid)
}
