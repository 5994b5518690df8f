import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { checkOwnEntry } from '../../files/check-own-entry.ts'
import { giveToFolderOwner } from '../../files/give-to-folder-owner.ts'
import { DatabaseError, errorCodeOf, reasonOf } from '../database-error.ts'

/** Held until released or until the process ends, however it ends. */
export type ProcessLock = { release(): void }

const sqliteBusy = 5
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy

/**
 * Takes the lock on a file, or says at once that another holder (in any process) has it: `undefined`.
 *
 * Node has no file locks of its own; SQLite's are the operating system's, so a holder that is killed lets go. That
 * needs no guess whether a recorded process id still means the same process.
 */
export const tryProcessLock = (path: string): ProcessLock | undefined => {
  let file: DatabaseSync | undefined
  try {
    makeLockFile(path)
    file = new DatabaseSync(path, { timeout: 0 })
    // Nothing is ever written: no journal file beside the lock.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    if (isBusy(error)) return undefined
    throw new DatabaseError(
      `The lock ${path} cannot be taken (${reasonOf(error)}): see that its folder is yours to write, or set TRAVEL_DATA_DIR to one that is.`,
    )
  }
  const held = file
  return {
    release() {
      if (held.isOpen) held.close()
    },
  }
}

/** SQLite would follow a link, and as root make or lock any file. A file that is there is not opened: closing it ends this process's locks on it. */
const makeLockFile = (path: string): void => {
  try {
    const file = openSync(path, 'wx', 0o644)
    try {
      giveToFolderOwner(file, path)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
    checkOwnEntry(path, { kind: 'file', trusted: statSync(dirname(path)).uid })
  }
}

/** Waits for the lock. Throws a DatabaseError after `timeoutMs`. */
export const takeProcessLock = async (path: string, timeoutMs: number): Promise<ProcessLock> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const lock = tryProcessLock(path)
    if (lock) return lock
    if (performance.now() > deadline) {
      throw new DatabaseError(
        `Another process has held ${path} for ${Math.round(timeoutMs / 1000)} s: end the travel.aw process that hangs, then start again.`,
      )
    }
    await wait(10 + Math.random() * 20)
  }
}
