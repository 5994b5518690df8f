import { findProjectRoot } from '../env/project-root.ts'
import { joinEmbeddedDatabase } from './embedded/embedded-database.ts'

/** A database in use. Release it exactly once, or leave its `await using` scope; further releases do nothing. */
type DatabaseHandle = AsyncDisposable & {
  /** A `postgresql://` URL. */
  readonly url: string
  /** The data directory of the built-in server. Absent: an external server. */
  readonly folder?: string
  /** Restarts the built-in server if it has died. Does nothing for an external server. */
  revive(): Promise<void>
  release(): Promise<void>
}

type AcquireDatabaseOptions = {
  /** The instance's data folder, which holds the built-in server's database. */
  readonly dataDir: string
  /** An external server to use instead of the built-in one. */
  readonly databaseUrl?: string | undefined
  readonly log?: ((message: string) => void) | undefined
  readonly durable?: boolean
  readonly projectRoot?: string
  readonly outsideFolder?: string
}

/**
 * Acquires the server of `databaseUrl`, or the built-in one of `dataDir`, which all processes on that folder share.
 * Does not migrate it: see `applyMigrations`.
 *
 * @throws DatabaseError (`code` DATABASE_UNAVAILABLE) with the problem and its remedy.
 */
export const acquireDatabase = async (options: AcquireDatabaseOptions): Promise<DatabaseHandle> => {
  if (options.databaseUrl) {
    const nothing = async () => {}
    return { url: options.databaseUrl, revive: nothing, release: nothing, [Symbol.asyncDispose]: nothing }
  }
  const { url, folder, revive, leave } = await joinEmbeddedDatabase({
    projectRoot: options.projectRoot ?? findProjectRoot(),
    dataDir: options.dataDir,
    outsideFolder: options.outsideFolder ?? '/var/lib/travel.aw',
    durable: options.durable ?? true,
    log: options.log ?? (() => {}),
  })
  let leaving: Promise<void> | undefined
  const release = () => {
    leaving ??= leave()
    return leaving
  }
  return { url, folder, revive, release, [Symbol.asyncDispose]: release }
}
