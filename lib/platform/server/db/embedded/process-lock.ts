import { closeSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { checkOwnEntry, giveToFolderOwner } from '../../files/check-own-entry.ts'
import { DatabaseError, errorCodeOf, reasonOf } from '../database-error.ts'

/** A lock that is held until it is released or the process ends, even by a kill. */
type ProcessLock = { release(): void }

const sqliteBusy = 5
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy

/**
 * Locks a file. Returns `undefined` immediately if another holder, in any process, has the lock.
 *
 * Node has no file locks, so this uses SQLite's: they are locks of the operating system, which a killed process
 * releases. A lock file with a process id would not do: another process might reuse the id.
 */
export const tryProcessLock = (path: string): ProcessLock | undefined => {
  let file: DatabaseSync | undefined
  try {
    makeLockFile(path)
    file = new DatabaseSync(path, { timeout: 0 })
    // With MEMORY, SQLite creates no journal file beside the lock.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    if (isBusy(error)) return undefined
    throw new DatabaseError(
      `The lock ${path} cannot be acquired (${reasonOf(error)}): make its folder writable, or set TRAVEL_DATA_DIR to another folder.`,
    )
  }
  const held = file
  return {
    release() {
      if (held.isOpen) held.close()
    },
  }
}

/**
 * Creates the lock file and checks that it is not a link: SQLite would follow a link and, as root, create or lock any
 * file. Does not open an existing file, because closing it would release this process's locks on it.
 */
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
        `Another process has held ${path} for ${Math.round(timeoutMs / 1000)} s: stop the travel.aw process that hangs, then try again.`,
      )
    }
    await wait(10 + Math.random() * 20)
  }
}
