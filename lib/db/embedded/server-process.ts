import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCodeOf } from '../database-error.ts'

/** What `postmaster.pid` says of a server that runs, or ran. */
export type ServerRecord = { readonly pid: number; readonly socketFolder: string; readonly port: number }

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid')

/** `undefined`: no server has the data directory, or it has not yet written where it listens. */
export const readServerRecord = (cluster: string): ServerRecord | undefined => {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
  // One process id, the data directory, the start time, the port, the socket's folder, each on its line.
  const pid = Number.parseInt(lines[0] ?? '', 10)
  const port = Number.parseInt(lines[3] ?? '', 10)
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, socketFolder: lines[4]?.trim() ?? '', port: Number.isInteger(port) ? port : 0 }
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

/** `gone`: no such process. `other`: a process that is no PostgreSQL server, or one that is dead and not yet reaped. */
export const whatRuns = (pid: number): 'gone' | 'postgres' | 'other' => {
  if (!exists(pid)) return 'gone'
  try {
    return basename(commandOf(pid)) === 'postgres' ? 'postgres' : 'other'
  } catch {
    return exists(pid) ? 'other' : 'gone'
  }
}

/** No process has this id: it is above every system's largest. */
const noSuchPid = 2_147_483_646

/**
 * After a crash the recorded id may belong to an unrelated process, and PostgreSQL would not start. The file stays,
 * because it also names the shared memory by which PostgreSQL sees that children of the dead server still run.
 */
export const disownServerRecord = (cluster: string): void => {
  const text = readFileSync(pidFile(cluster), 'utf8')
  writeFileSync(pidFile(cluster), text.replace(/^\d+/, String(noSuchPid)))
}
