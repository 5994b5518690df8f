import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { findPlacement, makeHome, type Placement, rememberPlacement } from './placement.ts'
import { takeProcessLock } from './process-lock.ts'
import { ensureServer, type ServerAddress, stopServer, urlOf } from './server.ts'
import { readServerRecord, whatRuns } from './server-process.ts'
import { createUserRegistry } from './user-registry.ts'

export type EmbeddedDatabaseOptions = {
  /** The project's folder, whose node_modules holds the server's programs. */
  readonly projectRoot: string
  readonly dataDir: string
  /** Where root keeps what may not lie in a folder closed to others. */
  readonly outsideFolder: string
  /** `false` trades safety after a crash of the machine for speed: tests. */
  readonly durable: boolean
  readonly log: (message: string) => void
}

export type EmbeddedDatabase = {
  readonly url: string
  /** Starts the server again if it has died; it answers at the same URL. */
  revive(): Promise<void>
  leave(): Promise<void>
}

const lockTimeoutMs = 180_000
const databaseName = 'travel'

const ensureDatabase = async (address: ServerAddress): Promise<void> => {
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
 * Joins the users of the data folder's server, and starts it when it does not run. The last user that leaves stops it;
 * one that was killed has left. Starting and stopping happen under one lock, so processes that start or end at the
 * same moment see each other.
 *
 * @throws DatabaseError with a sentence and its remedy.
 */
export const joinEmbeddedDatabase = async (options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> => {
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
  const { placement, binaries, url, user } = await underLock(async () => {
    const placement = findPlacement(home, options.outsideFolder)
    const binaries = findBinaries({ ...options, account: placement.account })
    ensureCluster(placement, binaries)
    rememberPlacement(home, placement)
    const user = users.join()
    try {
      const address = await ensureServer(placement, binaries, options)
      await ensureDatabase(address)
      return { placement, binaries, user, url: urlOf(address, databaseName) }
    } catch (error) {
      user.leave()
      await stopWhenUnused(placement)
      throw error
    }
  })
  async function stopWhenUnused({ cluster }: Placement): Promise<void> {
    if (users.countAlive() === 0) await stopServer(cluster)
  }
  let hasLeft = false
  return {
    url,
    async revive() {
      const record = readServerRecord(placement.cluster)
      if (record && whatRuns(record.pid) === 'postgres') return
      await underLock(async () => {
        if (hasLeft) return
        options.log('the database server has died and is started again')
        await ensureServer(placement, binaries, options)
      })
    },
    leave: () =>
      underLock(async () => {
        hasLeft = true
        user.leave()
        await stopWhenUnused(placement)
      }),
  }
}
