import { moveToOwnMajor } from '#lib/platform/server/backup/move-to-own-major.ts'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { reasonOf } from '#lib/platform/server/db/database-error.ts'
import { applyMigrations } from '#lib/platform/server/db/migrate.ts'
import { baseUrlOf, type Env } from '#lib/platform/server/env/env.ts'
import { secureDataFolder } from '#lib/platform/server/files/secure-data-folder.ts'
import { keysFromEnvironment } from '#lib/platform/server/secrets/instance-secrets.ts'
import { createOutage } from '#runner/core/outage.ts'
import { type AppServer, startAppServer } from './app-server.ts'
import { StepError, step } from './steps.ts'

const reviveEveryMs = 1_000

/** One Ctrl-C may arrive twice: from the terminal, and from npm. In ms. */
const sameSignalMs = 500
/** What the app needs beyond the time in which its work ends, until it is killed. */
const exitMs = 5_000

/**
 * Resolves at the first Ctrl-C, SIGTERM or closed terminal. The end of the parent process also causes a SIGTERM.
 * `again` is called when another signal follows.
 */
const askedToStop = (again: () => void): Promise<'asked'> =>
  new Promise((resolve) => {
    let first: number | undefined
    const asked = () => {
      first ??= performance.now()
      resolve('asked')
      if (performance.now() - first > sameSignalMs) again()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked)
  })

/** A database of an earlier PostgreSQL, which this one cannot read. */
async function moveDatabase(env: Env): Promise<void> {
  const { dataDir, filesDir } = env
  const moved = await moveToOwnMajor({ dataDir, filesDir, keysFromEnvironment: keysFromEnvironment(env), step })
  if (moved === undefined) return
  process.stdout.write(
    `The database is now of PostgreSQL ${moved.to}. ${moved.kept} has the one of PostgreSQL ${moved.from} and the backup: remove it when you do not need to go back.\n`,
  )
}

/**
 * Serves the app until a stop signal, then stops the app, and then the database unless another process still uses it.
 * A second signal kills the app.
 * Returns the exit code.
 */
export const serve = async (env: Env, mode: 'start' | 'dev', startedAt = performance.now()): Promise<number> => {
  let app: AppServer | undefined
  const stop = askedToStop(() => app?.kill())
  secureDataFolder(env.dataDir, (sentence) => process.stdout.write(`${sentence}\n`))
  if (env.databaseUrl === undefined) await moveDatabase(env)
  const database = await step('Preparing the database', async () => {
    const handle = await acquireDatabase({ dataDir: env.dataDir, databaseUrl: env.databaseUrl })
    try {
      await applyMigrations(handle.url)
      return handle
    } catch (error) {
      await handle.release()
      throw error
    }
  })
  const outage = createOutage()
  const revive = async () => {
    try {
      await database.revive()
      if (outage.end()) process.stdout.write('The database server runs again.\n')
    } catch (error) {
      const reason = reasonOf(error)
      if (outage.isNew(reason)) process.stderr.write(`${reason}\n`)
    }
  }
  const watch = setInterval(() => void revive(), reviveEveryMs)
  try {
    process.stdout.write('Starting the app …\n')
    app = startAppServer({
      mode: env.role === 'worker' ? 'work' : mode,
      host: env.host,
      port: env.port,
      print: (line) => process.stdout.write(`${line}\n`),
    })
    const first = await Promise.race([app.ready(), stop])
    if (first === 'asked') return 0
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const what = env.role === 'worker' ? 'A worker of travel.aw works' : `travel.aw is ready at ${baseUrlOf(env)}`
    process.stdout.write(`\n${what} (${seconds} s; Ctrl-C stops it)\n`)
    const end = await Promise.race([app.ended, stop])
    if (end === 'asked') return 0
    throw new StepError('The app exited unexpectedly: see its last output above. Run npm run up to start it again.')
  } finally {
    await app?.stop(env.drainMs + exitMs)
    clearInterval(watch)
    await database.release()
  }
}
