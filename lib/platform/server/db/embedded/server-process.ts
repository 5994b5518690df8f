import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { errorCodeOf } from '../database-error.ts'

/** The contents of a running or dead server's `postmaster.pid`. */
export type ServerRecord = {
  readonly pid: number
  /** The server's data directory. */
  readonly cluster: string
  readonly socketFolder: string
  readonly port: number
}

export const pidFileOf = (cluster: string): string => join(cluster, 'postmaster.pid')

/** `undefined`: no server uses the data directory, or it has not recorded its address yet. */
export const readServerRecord = (cluster: string): ServerRecord | undefined => {
  const lines = textOrNone(pidFileOf(cluster))?.split('\n')
  if (lines === undefined) return undefined
  // The lines are: process id, data directory, start time, port, socket folder.
  const pid = Number.parseInt(lines[0] ?? '', 10)
  const port = Number.parseInt(lines[3] ?? '', 10)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return {
    pid,
    cluster: lines[1]?.trim() ?? '',
    socketFolder: lines[4]?.trim() ?? '',
    port: Number.isInteger(port) ? port : 0,
  }
}

const commandOf = (pid: number): string => {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? ''
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

/** `gone`: no such process. `other`: not a PostgreSQL server, or a zombie. */
export const whatRuns = (pid: number): 'gone' | 'postgres' | 'other' => {
  if (!exists(pid)) return 'gone'
  try {
    return basename(commandOf(pid)) === 'postgres' ? 'postgres' : 'other'
  } catch {
    return exists(pid) ? 'other' : 'gone'
  }
}

/** Above every system's highest process id. */
const noSuchPid = 2_147_483_646

/**
 * Removes the process id from the pid file of a dead server. After a crash, the id may belong to an unrelated process,
 * and PostgreSQL would not start. Keeps the rest of the file, which names the shared memory by which PostgreSQL detects
 * surviving children of the dead server. Does nothing if the server has removed its file meanwhile, as one that stops does.
 */
export const disownServerRecord = (cluster: string): void => {
  const text = textOrNone(pidFileOf(cluster))
  if (text === undefined) return
  writeFileSync(pidFileOf(cluster), text.replace(/^\d+/, String(noSuchPid)))
}

function textOrNone(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

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
