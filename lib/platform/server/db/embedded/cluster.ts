import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseError } from '../database-error.ts'
import type { Binaries } from './binaries.ts'
import { giveTo, type Placement } from './placement.ts'

/** The environment of PostgreSQL's programs, without the app's settings and secrets. */
export const serverEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  NODE_ENV: 'production',
} satisfies NodeJS.ProcessEnv

const initdbArgs = [
  '--username=postgres',
  // No passwords: only the server's user and root can enter the folder of the socket.
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/**
 * Creates the data directory if it is missing. Creates it under another name and renames it, so that an existing
 * directory is always complete. The caller holds the lock.
 */
export const ensureCluster = (placement: Placement, binaries: Binaries): void => {
  if (existsSync(placement.cluster)) {
    requireMajor(placement.cluster, binaries.major)
    return
  }
  renameSync(createCluster(placement, binaries), placement.cluster)
}

/** Creates an empty data directory beside the place where it belongs, and removes what an interrupted start left there. */
export const createCluster = (placement: Placement, binaries: Binaries): string => {
  const parent = dirname(placement.cluster)
  const prefix = `${basename(placement.cluster)}.new-`
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const fresh = mkdtempSync(join(parent, prefix))
  giveTo(placement.account, fresh)
  const run = spawnSync(binaries.initdb, [`--pgdata=${fresh}`, ...initdbArgs], {
    ...placement.account,
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
  })
  if (run.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    const why = run.error?.message ?? (run.stderr.trim().split('\n').at(-1) || `signal ${run.signal}`)
    throw new DatabaseError(
      `The database could not be created in ${placement.cluster} (${why}): check that the disk has free space.`,
    )
  }
  return fresh
}

/** The major version of the PostgreSQL that made a data directory. Undefined: there is none. */
export const majorOf = (cluster: string): string | undefined => {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(/* turbopackIgnore: true */ file)) return undefined
  const found = readFileSync(/* turbopackIgnore: true */ file, 'utf8').trim()
  // It becomes part of a path, and whoever owns the database could write anything here.
  if (/^\d{1,3}$/.test(found)) return found
  throw new DatabaseError(`${file} does not name a version of PostgreSQL: restore the data folder from a backup.`)
}

/** Refuses a data directory of another major version of PostgreSQL, with both versions and the way. */
export function requireMajor(cluster: string, own: string): void {
  const found = majorOf(cluster) ?? own
  if (found === own) return
  const way =
    Number(found) < Number(own) ? 'start the app, which moves it' : 'use the version of travel.aw that you used before'
  throw new DatabaseError(
    `The database in ${cluster} is of PostgreSQL ${found}, and this version of travel.aw has PostgreSQL ${own}: ${way}.`,
  )
}
