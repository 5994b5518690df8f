import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Corrected, changeMode, keepPrivate, modeText, PrivatePathError } from '#runner/core/private-path.ts'
import { checkOwnEntry } from './check-own-entry.ts'
import { makeFolders } from './make-folders.ts'

/** Marks a data folder while a backup is restored into it. */
export const unfinishedRestore = 'restore-unfinished'
/** Holds the address of the app that runs on the data folder. */
export const appAddressFile = 'app.json'
/** Says when the last backup was written. */
export const lastBackupFile = 'last-backup.json'
/** Names the processes of the open tunnel. */
export const tunnelFile = 'tunnel.json'
/** Holds uploaded files that wait to be imported. */
export const importsFolder = 'imports'
/** Folders that other users must not be able to open. */
const privateNames = ['audit', 'cache', 'container-ca', importsFolder, 'releases', 'run', 'secrets']
/** Everything that the app creates in a data folder. */
export const ownNames: ReadonlySet<string> = new Set([
  ...privateNames,
  'postgres',
  appAddressFile,
  lastBackupFile,
  tunnelFile,
  unfinishedRestore,
  // An operator may mount these, or put links to other disks in their place.
  'call-log',
  'skill-files',
])

const othersWrite = 0o022
/** The sticky bit of a shared folder like `/tmp`. */
const sticky = 0o1000

/**
 * Creates the data folder, or checks that only this user can write to it and that others cannot access its keys, code
 * and sockets. Corrects the modes of folders, unless the data folder contains foreign files.
 *
 * @throws PrivatePathError with the command that fixes it
 */
export function secureDataFolder(dataDir: string, corrected: Corrected): void {
  if (existsSync(join(dataDir, unfinishedRestore))) {
    throw new PrivatePathError(
      `A restore into ${dataDir} is running or was interrupted: if none is running, remove the folder and restore the backup again.`,
    )
  }
  const own = process.getuid?.()
  // Root lets other users traverse the folder, because the database server runs as a separate user.
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
    corrected(`${home} was writable by other users (mode ${modeText(stats.mode)}): their write access is now revoked.`)
  }
  for (const name of privateNames) keepPrivate(join(/* turbopackIgnore: true */ dataDir, name), 'folder', corrected)
}

function makeFolder(dataDir: string, mode: number): void {
  try {
    makeFolders(dataDir, mode)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new PrivatePathError(
      `The data folder ${dataDir} cannot be created (${why}): set TRAVEL_DATA_DIR to a folder that you can write to.`,
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
  // Container platforms mount volumes that root owns and that the app can write to through its group: that is allowed.
  const writable = uid === own ? mode & othersWrite : mode & 0o002
  if (writable === 0) return
  const isShared = (mode & sticky) !== 0 || readdirSync(dataDir).some((name) => !ownNames.has(name))
  if (isShared || (own !== 0 && uid !== own)) {
    throw new PrivatePathError(
      `Other users can write to the data folder ${dataDir} (mode ${modeText(mode)}), and replace its keys: run chmod go-w ${dataDir}, or set TRAVEL_DATA_DIR to a separate folder.`,
    )
  }
  chmodSync(dataDir, newMode)
  if ((statSync(dataDir).mode & othersWrite) !== 0) {
    throw new PrivatePathError(
      `Other users can write to the data folder ${dataDir}, and its file system does not store modes: set TRAVEL_DATA_DIR to a folder on another file system.`,
    )
  }
  corrected(`Other users could write to the data folder ${dataDir} (mode ${modeText(mode)}): it is now closed to them.`)
}

/**
 * Warns if other users can read the project's `.env`, which may hold keys and passwords. Does not change the operator's
 * file.
 */
export function openEnvFile(projectRoot: string): string | undefined {
  if (process.getuid === undefined) return undefined
  const path = join(projectRoot, '.env')
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return undefined
  return `Other users can access ${path} (mode ${modeText(mode)}), which may hold keys and passwords: run chmod 600 ${path}.`
}
