import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseError, errorCodeOf } from '../database-error.ts'
import type { Binaries } from './binaries.ts'
import { serverEnvironment } from './cluster.ts'
import type { Placement } from './placement.ts'
import { disownServerRecord, readServerRecord, type ServerRecord, whatRuns } from './server-process.ts'
import { makeSocketFolder, socketPort } from './socket-folder.ts'

/** How to reach a server that answers. */
export type ServerAddress = { readonly socketFolder: string; readonly port: number }

export const urlOf = ({ socketFolder, port }: ServerAddress, database: string): string =>
  `postgresql://postgres@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}`

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const unreachableTimeoutMs = 3_000
const pollMs = 20
const logLimitBytes = 10 * 1024 * 1024

const serverArgs = (cluster: string, socketFolder: string, durable: boolean): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(socketPort),
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** `starting` is also said by a server that stops. */
const probe = async (record: ServerRecord): Promise<'ready' | 'starting' | 'unreachable'> => {
  if (!record.socketFolder) return 'starting'
  const client = new pg.Client({ connectionString: urlOf(record, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    return errorCodeOf(error) === '57P03' ? 'starting' : 'unreachable'
  } finally {
    await client.end().catch(() => {})
  }
}

const openLog = (path: string): number => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_TRUNC, O_APPEND } = constants
  // Root opens it in a folder that may be another user's: a link there leads nowhere.
  return openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW | (size > logLimitBytes ? O_TRUNC : O_APPEND), 0o600)
}

const lastLines = (path: string, fromByte: number): string => {
  const text = readFileSync(path).subarray(fromByte).toString('utf8').trim()
  return text.split('\n').slice(-3).join(' ')
}

/** Starts the server; resolves once it answers, or with what the log says when it ends first. */
const launch = async (
  placement: Placement,
  binaries: Binaries,
  durable: boolean,
): Promise<ServerAddress | { failure: string }> => {
  const socketFolder = makeSocketFolder(placement.cluster, placement.account)
  const log = openLog(placement.log)
  const logStart = statSync(placement.log).size
  // In a session of its own: Ctrl-C in the terminal ends the app first, and the app ends the server.
  const child = spawn(binaries.postgres, serverArgs(placement.cluster, socketFolder, durable), {
    ...placement.account,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? code}`
  })
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    const record = readServerRecord(placement.cluster)
    if (record?.pid === child.pid && record && (await probe(record)) === 'ready') return record
    if (ended !== undefined) return { failure: lastLines(placement.log, logStart) || ended }
    await wait(pollMs)
  }
  return { failure: `it did not answer within ${startTimeoutMs / 1000} s` }
}

const waitUntilGone = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs
  while (whatRuns(pid) === 'postgres') {
    if (performance.now() > deadline) return false
    await wait(pollMs)
  }
  return true
}

/** Stops the server if one runs; the caller holds the lock. */
export const stopServer = async (cluster: string): Promise<void> => {
  const record = readServerRecord(cluster)
  if (!record || whatRuns(record.pid) !== 'postgres') return
  // SIGINT is PostgreSQL's "fast" shutdown: sessions end, everything is written. SIGQUIT leaves the rest to recovery.
  process.kill(record.pid, 'SIGINT')
  if (!(await waitUntilGone(record.pid, stopTimeoutMs))) {
    process.kill(record.pid, 'SIGQUIT')
    await waitUntilGone(record.pid, stopTimeoutMs)
  }
  if (record.socketFolder) rmSync(record.socketFolder, { recursive: true, force: true })
}

/** PostgreSQL says so while the children of a killed server still end, or while another start is under way. */
const isTransient = (failure: string): boolean => /shared memory block|lock file "postmaster\.pid"/.test(failure)

/** The address of the data directory's server, started when none runs. The caller holds the lock. */
export const ensureServer = async (
  placement: Placement,
  binaries: Binaries,
  options: { durable: boolean; log: (message: string) => void },
): Promise<ServerAddress> => {
  const deadline = performance.now() + startTimeoutMs
  let unreachableSince: number | undefined
  let failure = ''
  while (performance.now() < deadline) {
    const record = readServerRecord(placement.cluster)
    const runs = record ? whatRuns(record.pid) : 'gone'
    if (record && runs === 'postgres') {
      const state = await probe(record)
      if (state === 'ready') return record
      unreachableSince = state === 'unreachable' ? (unreachableSince ?? performance.now()) : undefined
      // Its socket is lost, say to a cleaner of temporary files: only a new start makes another.
      if (unreachableSince !== undefined && performance.now() - unreachableSince > unreachableTimeoutMs) {
        options.log('the database server does not answer and is started anew')
        await stopServer(placement.cluster)
        unreachableSince = undefined
      }
      await wait(pollMs)
      continue
    }
    if (record && runs === 'other') disownServerRecord(placement.cluster)
    const outcome = await launch(placement, binaries, options.durable)
    if ('socketFolder' in outcome) return outcome
    failure = outcome.failure
    if (!isTransient(failure)) break
    await wait(200)
  }
  throw new DatabaseError(`The database server did not start (${failure}): ${placement.log} says more.`)
}
