import { join } from 'node:path'
import { findEarlierBinaries } from '../../db/embedded/binaries.ts'
import { ensureCluster } from '../../db/embedded/cluster.ts'
import { databaseName, ensureDatabase } from '../../db/embedded/embedded-database.ts'
import { findPlacement, makeHome } from '../../db/embedded/placement.ts'
import { ensureServer, stopServer, urlOf } from '../../db/embedded/server.ts'
import { findProjectRoot } from '../../env/project-root.ts'

export const earlierMajor = '17'

/** Runs an earlier PostgreSQL on a data folder, whose database it creates if it is missing, for the time of `use`. */
export async function withEarlierServer<Value>(
  dataDir: string,
  outsideFolder: string,
  use: (url: string) => Promise<Value>,
): Promise<Value> {
  const placement = findPlacement(makeHome(dataDir), outsideFolder)
  const where = { projectRoot: findProjectRoot(), outsideFolder, account: placement.account }
  const binaries = findEarlierBinaries(where, earlierMajor)
  if (binaries === undefined) throw new Error(`PostgreSQL ${earlierMajor} is not installed: run npm ci`)
  ensureCluster(placement, binaries)
  const options = { durable: false, log: () => {}, isUsedByOthers: () => false }
  const { address, hold } = await ensureServer(placement, binaries, options)
  try {
    await ensureDatabase(address)
    return await use(urlOf(address, databaseName))
  } finally {
    await stopServer(placement.cluster)
    hold.release()
  }
}

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres', 'cluster')
