import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file or folder is not private to this user. The message names the remedy. */
export class PrivatePathError extends Error {
  override readonly name = 'PrivatePathError'
  readonly code = 'PATH_NOT_PRIVATE'
}

/** Receives a sentence for each path that other users could access and that is now private. */
export type Corrected = (sentence: string) => void

const othersMask = 0o077

export const modeText = (mode: number): string => `0${(mode & 0o7777).toString(8).padStart(3, '0')}`

/**
 * Ensures that only this user can access a file or folder, and corrects its mode if necessary. False: the path does not
 * exist.
 *
 * @throws PrivatePathError if the path is of another kind, belongs to another user, or cannot be made private
 */
export function keepPrivate(path: string, kind: 'file' | 'folder', corrected: Corrected = () => {}): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) {
    throw new PrivatePathError(`${path} should be a ${kind} but is something else: remove it.`)
  }
  // Windows has no POSIX owners or modes.
  const own = process.getuid?.()
  if (own === undefined) return true
  if (!isTrustedOwner(path, stats.uid, own)) {
    throw new PrivatePathError(
      `${path} belongs to another user (id ${stats.uid}), who can change it. If it is really yours, run chown ${own} ${path} as root.`,
    )
  }
  if ((stats.mode & othersMask) === 0) return true
  try {
    changeMode(path, stats.mode & 0o700)
  } catch (cause) {
    throw new PrivatePathError(`${path} is open to other users and could not be closed: run chmod go= ${path}.`, {
      cause,
    })
  }
  if ((lstatSync(path).mode & othersMask) !== 0) {
    throw new PrivatePathError(
      `${path} is open to other users and its file system does not store modes: set TRAVEL_DATA_DIR to a folder on another file system.`,
    )
  }
  const exposed = kind === 'file' ? ' Others may have read it.' : ''
  corrected(`${path} was open to other users (mode ${modeText(stats.mode)}) and is closed now.${exposed}`)
  return true
}

/** As root, changes the path itself and never the target of a link. Other users can change only their own files. */
export function changeMode(path: string, mode: number): void {
  if (process.getuid?.() !== 0) {
    chmodSync(path, mode)
    return
  }
  const entry = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    fchmodSync(entry, mode)
  } finally {
    closeSync(entry)
  }
}

/** Root may run in a data folder of another user. There, it trusts files that belong to the owner of their folder. */
function isTrustedOwner(path: string, owner: number, own: number): boolean {
  return owner === own || (own === 0 && owner === lstatSync(dirname(path)).uid)
}
