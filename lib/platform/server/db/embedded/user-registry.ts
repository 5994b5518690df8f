import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tryProcessLock } from './process-lock.ts'

/**
 * Counts the users of the server, which are processes with one locked file each. A killed user has lost its lock and
 * does not count. The caller must hold the server's lock during each call.
 */
export const createUserRegistry = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    join() {
      const path = join(folder, `${randomUUID()}.lock`)
      const lock = tryProcessLock(path)
      if (!lock) throw new Error(`A new lock file is already locked: ${path}`)
      return {
        leave() {
          lock.release()
          rmSync(path, { force: true })
        },
      }
    },
    countAlive(): number {
      let alive = 0
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.lock'))) {
        const path = join(folder, name)
        const lock = tryProcessLock(path)
        if (lock) {
          lock.release()
          rmSync(path, { force: true })
        } else alive += 1
      }
      return alive
    },
  }
}
