import { closeSync, constants, ftruncateSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const { O_WRONLY, O_RDWR, O_CREAT, O_NOFOLLOW, O_APPEND } = constants
const limitBytes = 10 * 1024 * 1024
/** What stays of a longer log. */
const keptBytes = 1024 * 1024

/** Opens the log for a server. Another user may own the folder, so root must not follow a link there. */
export const openServerLog = (path: string): number => openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_APPEND, 0o600)

/** Cuts the log of the built-in server to its last lines if it is long. The server goes on appending to it. */
export function boundServerLog(dataDir: string): void {
  const path = join(/* turbopackIgnore: true */ dataDir, 'postgres', 'server.log')
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= limitBytes) return
  const log = openSync(path, O_RDWR | O_NOFOLLOW | O_APPEND)
  try {
    const last = Buffer.alloc(keptBytes)
    const read = readSync(log, last, 0, keptBytes, size - keptBytes)
    ftruncateSync(log)
    writeSync(log, last.subarray(last.indexOf('\n') + 1, read))
  } finally {
    closeSync(log)
  }
}
