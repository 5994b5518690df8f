import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseError } from '../database-error.ts'
import { type Binaries, findBinaries, findEarlierBinaries } from './binaries.ts'
import { createCluster, majorOf, requireMajor } from './cluster.ts'
import { databaseName, type EmbeddedDatabaseOptions, ensureDatabase, lockTimeoutMs } from './embedded-database.ts'
import { findPlacement, makeHome, nextOf, type Placement } from './placement.ts'
import { takeProcessLock } from './process-lock.ts'
import { ensureServer, stopServer, urlOf } from './server.ts'
import { createUserRegistry } from './user-registry.ts'

export type MajorChange = {
  readonly from: string
  readonly to: string
  /** A new private folder beside the database. It keeps the earlier database afterwards. */
  readonly kept: string
}

type MajorWork = {
  /** Copies the database out of the earlier server. */
  save(url: string, change: MajorChange): Promise<void>
  /** Fills the database of the new server, which is empty. */
  fill(url: string, change: MajorChange): Promise<void>
}

/**
 * Moves the built-in database of a data folder to this version's PostgreSQL if it is of an earlier major version, whose
 * files this one cannot read. The new database takes the place of the earlier one once it is complete; before that, a
 * failure or a kill leaves the earlier one where it was. Returns the change; undefined: there was none to make.
 *
 * @throws DatabaseError if the earlier programs are not installed, or another process uses the database
 */
export async function changeMajor(
  options: EmbeddedDatabaseOptions & { readonly now: Date },
  work: MajorWork,
): Promise<MajorChange | undefined> {
  const home = makeHome(options.dataDir)
  const lock = await takeProcessLock(join(home, 'lock'), lockTimeoutMs)
  try {
    const placement = findPlacement(home, options.outsideFolder)
    const from = majorOf(placement.cluster)
    if (from === undefined) return undefined
    const where = { ...options, account: placement.account }
    const own = findBinaries(where)
    if (Number(from) >= Number(own.major)) {
      requireMajor(placement.cluster, own.major)
      return undefined
    }
    const earlier = findEarlierBinaries(where, from)
    if (earlier === undefined) throw lacksPrograms(placement.cluster, from, own.major)
    if (createUserRegistry(join(home, 'users')).countAlive() > 0) {
      throw new DatabaseError(
        `Another process uses the database in ${placement.cluster}, which is of PostgreSQL ${from}: stop it, then start the app, which moves the database to PostgreSQL ${own.major}.`,
      )
    }
    const folder = dirname(placement.cluster)
    removeUnfinished(folder)
    const name = `${keptPrefix}${own.major}-${options.now.toISOString().slice(0, 19).replaceAll(':', '-')}`
    const change = { from, to: own.major, kept: join(folder, name) }
    await move(placement, { earlier, own }, change, { options, work })
    return change
  } finally {
    lock.release()
  }
}

async function move(
  placement: Placement,
  { earlier, own }: { readonly earlier: Binaries; readonly own: Binaries },
  change: MajorChange,
  { options, work }: { readonly options: EmbeddedDatabaseOptions; readonly work: MajorWork },
): Promise<void> {
  const next = nextOf(placement.cluster)
  // Of a killed process. The earlier database may have been used since.
  rmSync(next, { recursive: true, force: true })
  mkdirSync(change.kept, { mode: 0o700 })
  let fresh: string | undefined
  try {
    await withServer(placement, earlier, options, (url) => work.save(url, change))
    fresh = createCluster(placement, own)
    await withServer({ ...placement, cluster: fresh }, own, options, (url) => work.fill(url, change))
    renameSync(fresh, next)
  } catch (error) {
    if (fresh !== undefined) rmSync(fresh, { recursive: true, force: true })
    rmSync(change.kept, { recursive: true, force: true })
    throw error
  }
  // A start after a kill between these two does the second one.
  renameSync(placement.cluster, join(change.kept, 'cluster'))
  renameSync(next, placement.cluster)
}

const keptPrefix = 'before-postgresql-'

/** Removes the folders of moves that were killed before the earlier database went there. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(keptPrefix)))
    if (!existsSync(join(folder, name, 'cluster'))) rmSync(join(folder, name), { recursive: true, force: true })
}

/** Runs the server of a data directory for the time of `use`. The caller holds the lock, and nobody else uses it. */
async function withServer(
  placement: Placement,
  binaries: Binaries,
  options: EmbeddedDatabaseOptions,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const { address, hold } = await ensureServer(placement, binaries, { ...options, isUsedByOthers: () => false })
  try {
    await ensureDatabase(address)
    await use(urlOf(address, databaseName))
  } finally {
    await stopServer(placement.cluster)
    hold.release()
  }
}

const lacksPrograms = (cluster: string, from: string, to: string): DatabaseError =>
  new DatabaseError(
    `The database in ${cluster} is of PostgreSQL ${from}, and this version of travel.aw has PostgreSQL ${to}, without the programs of ${from} that read it: install Debian's package postgresql-${from}, or write a backup with the version that you used before, and restore it with this one into a new data folder.`,
  )
