import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Corrected, changeMode, keepPrivate, modeText, PrivatePathError } from '#runner/private-path.ts'
import { checkOwnEntry } from './check-own-entry.ts'

/** Folders that are this user's alone, with all that is in them. */
const privateNames = ['audit', 'cache', 'container-ca', 'releases', 'run', 'secrets']
/** What the app makes in a data folder. */
export const ownNames: ReadonlySet<string> = new Set([...privateNames, 'postgres'])

const othersWrite = 0o022
/** Of a folder like `/tmp`, which is for everybody. */
const sticky = 0o1000

/**
 * Makes the data folder, or sees that nobody but this user can put something into it; and that what has keys, code or sockets in it
 * is closed to others. What is open is closed, unless the folder holds other people's things as well.
 *
 * @throws PrivatePathError with the command that mends it
 */
export function secureDataFolder(dataDir: string, corrected: Corrected): void {
  const own = process.getuid?.()
  // Root leaves it passable: the database server runs as a user of its own.
  const newMode = own === 0 ? 0o711 : 0o700
  makeFolder(dataDir, newMode)
  if (own === undefined) return
  const { uid, mode } = statSync(dataDir)
  if (own !== 0 && uid !== own && uid !== 0) {
    throw new PrivatePathError(
      `The data folder ${dataDir} belongs to another user (id ${uid}): start as that user, or set TRAVEL_DATA_DIR to a folder of your own.`,
    )
  }
  closeToWriters(dataDir, { uid, mode, own, newMode, corrected })
  const home = join(dataDir, 'postgres')
  const stats = checkOwnEntry(home, { kind: 'folder', trusted: uid }) ? lstatSync(home) : undefined
  if (stats && (stats.mode & othersWrite) !== 0 && (own === 0 || stats.uid === own)) {
    changeMode(home, stats.mode & 0o755)
    corrected(`${home} could be written by other users (mode ${modeText(stats.mode)}), which was ended.`)
  }
  for (const name of privateNames) keepPrivate(join(dataDir, name), 'folder', corrected)
}

function makeFolder(dataDir: string, mode: number): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new PrivatePathError(
      `The data folder ${dataDir} cannot be made (${why}): set TRAVEL_DATA_DIR to a folder that is yours to write.`,
      { cause },
    )
  }
}

type Found = {
  readonly uid: number
  readonly mode: number
  readonly own: number
  readonly newMode: number
  readonly corrected: Corrected
}

function closeToWriters(dataDir: string, { uid, mode, own, newMode, corrected }: Found): void {
  // A volume of a container platform: root's, and shared with the app by its group.
  const writable = uid === own ? mode & othersWrite : mode & 0o002
  if (writable === 0) return
  const isShared = (mode & sticky) !== 0 || readdirSync(dataDir).some((name) => !ownNames.has(name))
  if (isShared || (own !== 0 && uid !== own)) {
    throw new PrivatePathError(
      `Other users can write to the data folder ${dataDir} (mode ${modeText(mode)}), and replace its keys: run chmod go-w ${dataDir}, or set TRAVEL_DATA_DIR to a folder of its own.`,
    )
  }
  chmodSync(dataDir, newMode)
  if ((statSync(dataDir).mode & othersWrite) !== 0) {
    throw new PrivatePathError(
      `Other users can write to the data folder ${dataDir}, and its file system keeps no modes: set TRAVEL_DATA_DIR to a folder on another one.`,
    )
  }
  corrected(`Other users could write to the data folder ${dataDir} (mode ${modeText(mode)}): it is closed to them now.`)
}
