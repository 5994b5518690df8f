import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { giveToFolderOwner } from '../../files/give-to-folder-owner.ts'
import { DatabaseError, reasonOf } from '../database-error.ts'

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
    file = new DatabaseSync(path, { timeout: 0 })
    giveToFolderOwner(path)
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
