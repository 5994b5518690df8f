import { type DestinationStream, pino } from 'pino'
import type { ComposeOptions } from '#lib/compose/open-base.ts'
import { type Env, readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { readableLines } from '#lib/platform/server/log/readable-lines.ts'

type Options = Pick<ComposeOptions, 'skillsFirst'> & { readonly sample?: Env['sample'] }
type Open<Opened> = (options: ComposeOptions, opened: AsyncDisposableStack) => Promise<Opened>

/**
 * Runs `work` with services of the app, whether or not the app runs, and closes them afterwards. The log goes to stderr;
 * stdout contains only the output. `load` imports the opener of no more services than the command needs: each further
 * one makes the command start later.
 */
const withOpened =
  <Opened>(load: () => Promise<Open<Opened>>) =>
  async <T>({ sample, ...options }: Options, work: (services: Opened) => Promise<T>): Promise<T> => {
    const env = readEnv()
    const log = createLogger({ level: env.logLevel, destination: logDestination() })
    await using opened = new AsyncDisposableStack()
    const open = await load()
    const services = await open(
      // One command runs one execution, so a second worker is not worth its start.
      {
        env: { ...env, workers: env.workers ?? 1, sample: sample ?? env.sample },
        projectRoot: findProjectRoot(),
        log,
        ...options,
      },
      opened,
    )
    return await work(services)
  }

/** Installs, updates and removes skills. */
export const withInstalling = withOpened(async () => (await import('#lib/compose/open-installer.ts')).openInstalling)

/** Finds and changes skills. */
export const withManaging = withOpened(async () => (await import('#lib/compose/open-registry.ts')).openManaging)

/** Executes and replays skills. */
export const withRunning = withOpened(async () => (await import('#lib/compose/open-running.ts')).openRunning)

/** Accounts. */
export const withAccounts = withOpened(async () => (await import('#lib/compose/open-accounts.ts')).openAccounts)

/** The vault. */
export const withVault = withOpened(async () => (await import('#lib/compose/open-credentials.ts')).openCredentials)

/** The keys of agents. */
export const withAgentKeys = withOpened(async () => (await import('#lib/compose/open-agent-keys.ts')).openAgentKeys)

/** All services. */
export const withServices = withOpened(async () => {
  const { compose } = await import('#lib/compose/compose.ts')
  return async (options: ComposeOptions, opened: AsyncDisposableStack) => opened.use(await compose(options))
})

/** Readable lines for a terminal, JSON for a program. */
function logDestination(): DestinationStream {
  if (process.stderr.isTTY) return readableLines((text) => process.stderr.write(text))
  return pino.destination({ dest: 2, sync: true })
}
