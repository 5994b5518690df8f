import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file or folder that should be this user's alone is not. The message names the remedy. */
export class PrivatePathError extends Error {
  override readonly name = 'PrivatePathError'
  readonly code = 'PATH_NOT_PRIVATE'
}

/** Hears a sentence for each that was open to others and is closed now. */
export type Corrected = (sentence: string) => void

const othersMask = 0o077

export const modeText = (mode: number): string => `0${(mode & 0o7777).toString(8).padStart(3, '0')}`

/**
 * Sees that a file or folder is this user's and closed to all others; one that is open is closed. False: there is none.
 *
 * @throws PrivatePathError when it is something else or somebody else's, or cannot be closed
 */
export function keepPrivate(path: string, kind: 'file' | 'folder', corrected: Corrected = () => {}): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats) return false
  if (kind === 'file' ? !stats.isFile() : !stats.isDirectory()) {
    throw new PrivatePathError(`${path} should be a ${kind}: remove what is there instead.`)
  }
  // Windows has neither owners nor modes of this kind.
  const own = process.getuid?.()
  if (own === undefined) return true
  if (!isTrustedOwner(path, stats.uid, own)) {
    throw new PrivatePathError(
      `${path} belongs to another user (id ${stats.uid}), who can change it: when it is yours all the same, run chown ${own} ${path} as root.`,
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
      `${path} is open to other users and its file system keeps no modes: set TRAVEL_DATA_DIR to a folder on another one.`,
    )
  }
  const exposed = kind === 'file' ? ' Others may have read it.' : ''
  corrected(`${path} was open to other users (mode ${modeText(stats.mode)}) and is closed now.${exposed}`)
  return true
}

/** Root changes what stands at the path itself, never what a link there leads to. Others can change only what is theirs. */
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

/** Root works in other people's data folders: there, what belongs to the owner of the folder around it is as trusted as that. */
function isTrustedOwner(path: string, owner: number, own: number): boolean {
  return owner === own || (own === 0 && owner === lstatSync(dirname(path)).uid)
}
