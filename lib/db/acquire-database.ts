import { findProjectRoot } from '../env/project-root.ts'
import { joinEmbeddedDatabase } from './embedded/embedded-database.ts'

/** A database in use. Release it (or leave its `await using` scope) exactly once; more often does nothing. */
export type DatabaseHandle = AsyncDisposable & {
  /** A `postgresql://` URL. */
  readonly url: string
  /** Starts the built-in server again if it has died. A server of somebody else's is theirs to start. */
  revive(): Promise<void>
  release(): Promise<void>
}

export type AcquireDatabaseOptions = {
  /** The folder of the instance's data. The built-in server keeps its database there. */
  readonly dataDir: string
  /** A server to use instead of the built-in one; nothing is started. */
  readonly databaseUrl?: string | undefined
  readonly log?: ((message: string) => void) | undefined
  readonly durable?: boolean
  readonly projectRoot?: string
  readonly outsideFolder?: string
}

/**
 * The database to work with: the server that `databaseUrl` names, or the built-in one of `dataDir`, which all processes
 * on that folder share. It is not migrated yet: see `applyMigrations`.
 *
 * @throws DatabaseError (`code` DATABASE_UNAVAILABLE) with a sentence and its remedy.
 */
export const acquireDatabase = async (options: AcquireDatabaseOptions): Promise<DatabaseHandle> => {
  if (options.databaseUrl) {
    const nothing = async () => {}
    return { url: options.databaseUrl, revive: nothing, release: nothing, [Symbol.asyncDispose]: nothing }
  }
  const { url, revive, leave } = await joinEmbeddedDatabase({
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
  return { url, revive, release, [Symbol.asyncDispose]: release }
}
