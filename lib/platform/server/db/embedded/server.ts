import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDiskRoom } from '../../health/disk-room.ts'
import { DatabaseError, errorCodeOf } from '../database-error.ts'
import type { Binaries } from './binaries.ts'
import { serverEnvironment } from './cluster.ts'
import { checkServes, refuseCopy } from './own-place.ts'
import type { Placement } from './placement.ts'
import { disownServerRecord, openServerLog, readServerRecord, type ServerRecord, whatRuns } from './server-process.ts'
import { holdServer, prepareWatch, type ServerHold } from './server-watch.ts'
import { makeSocketFolder, socketPort } from './socket-folder.ts'

/** The address of a server that answers. */
export type ServerAddress = { readonly socketFolder: string; readonly port: number }
/** A server that answers, and does not stop before `hold` is released. */
type HeldServer = { readonly address: ServerAddress; readonly hold: ServerHold }

export const urlOf = ({ socketFolder, port }: ServerAddress, database: string): string =>
  `postgresql://postgres@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}`

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000
const unreachableTimeoutMs = 3_000
/** How long a start waits for the watch over a server that others use. */
const unansweredTimeoutMs = 3_000
const pollMs = 20

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

/**
 * The state of a running server. A server that is stopping also counts as `starting`.
 *
 * @throws DatabaseError if the server that answers uses another data directory
 */
const probe = async (cluster: string, record: ServerRecord): Promise<'ready' | 'starting' | 'unreachable'> => {
  if (!record.socketFolder) return 'starting'
  const client = new pg.Client({ connectionString: urlOf(record, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await checkServes(client, cluster)
    return 'ready'
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    return errorCodeOf(error) === '57P03' ? 'starting' : 'unreachable'
  } finally {
    await client.end().catch(() => {})
  }
}

const lastLines = (path: string, fromByte: number): string => {
  const text = readFileSync(path).subarray(fromByte).toString('utf8').trim()
  const lines = text.split('\n').slice(-3)
  // Removes the time and process id, so that equal failures have equal texts.
  return lines.map((line) => line.replace(/^[-\d]+ [\d:.]+ UTC \[\d+\] /, '')).join(' ')
}

/** Starts the server. Resolves once it answers. `failure`: why it does not, such as its last log lines. */
const launch = async (
  placement: Placement,
  binaries: Binaries,
  durable: boolean,
): Promise<HeldServer | { failure: string }> => {
  const { cluster, account } = placement
  const socketFolder = makeSocketFolder(cluster, account)
  // No server of this data directory runs. PostgreSQL would believe a killed one's lock while its process is a zombie.
  rmSync(join(socketFolder, `.s.PGSQL.${socketPort}.lock`), { force: true })
  const watch = await prepareWatch({ socketFolder, cluster, account })
  const log = openServerLog(placement.log)
  const logStart = statSync(placement.log).size
  // Runs in its own session: Ctrl-C in the terminal ends the app, and the app stops the server.
  const child = spawn(binaries.postgres, serverArgs(placement.cluster, socketFolder, durable), {
    ...account,
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
    ended = `it exited with ${signal ?? code}`
  })
  if (child.pid === undefined) {
    watch.cancel()
    await once(child, 'error').catch(() => {})
    return { failure: ended ?? 'it could not be started' }
  }
  const hold = watch.over(child.pid)
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    const record = readServerRecord(cluster)
    if (record?.pid === child.pid && record && (await probe(cluster, record)) === 'ready')
      return { address: record, hold }
    if (ended !== undefined) break
    await wait(pollMs)
  }
  hold.release()
  if (ended === undefined) return { failure: `it did not answer within ${startTimeoutMs / 1000} s` }
  return { failure: lastLines(placement.log, logStart) || ended }
}

const waitUntilGone = async (pid: number, timeoutMs: number): Promise<boolean> => {
  const deadline = performance.now() + timeoutMs
  while (whatRuns(pid) === 'postgres') {
    if (performance.now() > deadline) return false
    await wait(pollMs)
  }
  return true
}

/** Stops a running server. The caller holds the lock. */
export const stopServer = async (cluster: string): Promise<void> => {
  const record = readServerRecord(cluster)
  if (!record || record.cluster !== cluster || whatRuns(record.pid) !== 'postgres') return
  // SIGINT is PostgreSQL's "fast" shutdown: sessions end and all data is written. SIGQUIT leaves the rest to recovery.
  process.kill(record.pid, 'SIGINT')
  if (!(await waitUntilGone(record.pid, stopTimeoutMs))) {
    process.kill(record.pid, 'SIGQUIT')
    await waitUntilGone(record.pid, stopTimeoutMs)
  }
  if (record.socketFolder) rmSync(record.socketFolder, { recursive: true, force: true })
}

/** Whether a later start may succeed: children of a killed server still run, or another start is in progress. */
const isTransient = (failure: string): boolean =>
  /shared memory block|lock file "postmaster\.pid"/.test(failure) && !failure.includes('No space left on device')

const hasPassed = (since: number | undefined, timeoutMs: number): boolean =>
  since !== undefined && performance.now() - since > timeoutMs

/** The data directory's server, started if necessary. The caller holds the lock. */
export const ensureServer = async (
  placement: Placement,
  binaries: Binaries,
  options: { durable: boolean; log: (message: string) => void; isUsedByOthers: () => boolean },
): Promise<HeldServer> => {
  const deadline = performance.now() + startTimeoutMs
  let unreachableSince: number | undefined
  let unansweredSince: number | undefined
  let failure = ''
  while (performance.now() < deadline) {
    const record = readServerRecord(placement.cluster)
    if (record) refuseCopy(placement.cluster, record)
    const runs = record ? whatRuns(record.pid) : 'gone'
    if (record && runs === 'postgres') {
      const state = await probe(placement.cluster, record)
      if (state === 'ready') {
        const hold = await holdServer({ ...placement, ...record })
        if (hold) return { address: record, hold }
        unansweredSince ??= performance.now()
      }
      unreachableSince = state === 'unreachable' ? (unreachableSince ?? performance.now()) : undefined
      if (hasPassed(unansweredSince, unansweredTimeoutMs) && options.isUsedByOthers()) {
        throw new DatabaseError(
          `Another version of travel.aw uses the database in ${placement.cluster}: stop it, then start this one.`,
        )
      }
      // The socket file is gone; a cleaner of temporary files may have deleted it. Only a restart creates a new one. A
      // watch that never answers is of another version of the app, or is about to stop the server.
      if (hasPassed(unreachableSince, unreachableTimeoutMs) || hasPassed(unansweredSince, stopTimeoutMs)) {
        options.log('the database server does not answer: restarting it')
        await stopServer(placement.cluster)
        unreachableSince = unansweredSince = undefined
      }
      await wait(pollMs)
      continue
    }
    if (record && runs === 'other') disownServerRecord(placement.cluster)
    const outcome = await launch(placement, binaries, options.durable)
    if ('hold' in outcome) return outcome
    failure = outcome.failure
    if (!isTransient(failure)) break
    await wait(200)
  }
  const full = createDiskRoom({ folders: [placement.cluster], now: () => 0 }).problem()
  // Checked first, because on a full disk PostgreSQL often cannot write the reason to its log.
  if (full !== undefined)
    throw new DatabaseError(`The database server did not start. ${full} It holds ${placement.cluster}.`)
  throw new DatabaseError(`The database server did not start (${failure}): see ${placement.log}.`)
}
