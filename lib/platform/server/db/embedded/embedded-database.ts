import { join } from 'node:path'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { findPlacement, makeHome, type Placement, rememberPlacement } from './placement.ts'
import { takeProcessLock } from './process-lock.ts'
import { ensureServer, type ServerAddress, stopServer, urlOf } from './server.ts'
import { readServerRecord, whatRuns } from './server-process.ts'
import type { ServerHold } from './server-watch.ts'
import { createUserRegistry } from './user-registry.ts'

export type EmbeddedDatabaseOptions = {
  /** The project's folder; its node_modules contains the server's programs. */
  readonly projectRoot: string
  readonly dataDir: string
  /** Root's folder for data and programs that the server's user could not reach inside a private folder. */
  readonly outsideFolder: string
  /** `false` gives up crash safety for speed, for tests. */
  readonly durable: boolean
  readonly log: (message: string) => void
}

export const lockTimeoutMs = 180_000
export const databaseName = 'travel'

export const ensureDatabase = async (address: ServerAddress): Promise<void> => {
  const client = new pg.Client({ connectionString: urlOf(address, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(databaseName)}`)
  } finally {
    await client.end()
  }
}

/**
 * Joins the users of the data folder's server and starts it if it is not running. The last user to leave stops it. A
 * killed user counts as gone; if it was the last, the server's watch stops the server. One lock covers start and stop,
 * so that concurrent processes see each other.
 *
 * @throws DatabaseError with the problem and its remedy.
 */
export const joinEmbeddedDatabase = async (options: EmbeddedDatabaseOptions) => {
  const home = makeHome(options.dataDir)
  const underLock = async <T>(work: () => Promise<T>): Promise<T> => {
    const lock = await takeProcessLock(join(home, 'lock'), lockTimeoutMs)
    try {
      return await work()
    } finally {
      lock.release()
    }
  }
  const users = createUserRegistry(join(home, 'users'))
  let hold: ServerHold | undefined
  const ensureHeld = async (placement: Placement, binaries: Binaries): Promise<ServerAddress> => {
    const server = await ensureServer(placement, binaries, {
      ...options,
      // This process is a user, too.
      isUsedByOthers: () => users.countAlive() > 1,
    })
    hold?.release()
    hold = server.hold
    return server.address
  }
  const { placement, binaries, url, user } = await underLock(async () => {
    const placement = findPlacement(home, options.outsideFolder)
    const binaries = findBinaries({ ...options, account: placement.account })
    ensureCluster(placement, binaries)
    rememberPlacement(home, placement)
    const user = users.join()
    try {
      const address = await ensureHeld(placement, binaries)
      await ensureDatabase(address)
      return { placement, binaries, user, url: urlOf(address, databaseName) }
    } catch (error) {
      user.leave()
      await stopWhenUnused(placement)
      hold?.release()
      throw error
    }
  })
  async function stopWhenUnused({ cluster }: Placement): Promise<void> {
    if (users.countAlive() === 0) await stopServer(cluster)
  }
  let hasLeft = false
  return {
    url,
    folder: placement.cluster,
    /** Restarts the server at the same URL if it has died. */
    async revive() {
      const record = readServerRecord(placement.cluster)
      const runs = record !== undefined && whatRuns(record.pid) === 'postgres'
      if (hasLeft || (runs && hold?.isWatched())) return
      await underLock(async () => {
        if (hasLeft) return
        options.log(
          runs ? 'restarting the watch over the database server' : 'the database server has died: restarting it',
        )
        await ensureHeld(placement, binaries)
      })
    },
    leave: () =>
      underLock(async () => {
        hasLeft = true
        user.leave()
        await stopWhenUnused(placement)
        hold?.release()
      }),
  }
}
