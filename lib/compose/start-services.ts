import { logTools } from '#lib/agents/server/tools/log-tools.ts'
import { printOperatorToken } from '#lib/platform/server/auth/print-operator-token.ts'
import { baseUrlOf, listenUrlOf, readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot, loadEnvFile } from '#lib/platform/server/env/project-root.ts'
import { announceApp } from '#lib/platform/server/health/running-app.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { compose, type Services } from './compose.ts'

const indexAfterMs = 2_000

/** Builds the services of the app's process, logs the start, and records the app's address for the command line. */
export async function startServices(): Promise<Services> {
  const projectRoot = findProjectRoot()
  loadEnvFile(projectRoot)
  const env = readEnv()
  const log = createLogger({ level: env.logLevel })
  for (const name of env.formerSettings) log.warn(`${name} is no longer a setting and has no effect: remove it`)
  const built = await compose({ env, projectRoot, log, reloadSkills: env.isDevelopment, takesOver: true })
  // Loads and checks the skills now, so that the log names those that are left out.
  await built.skills.problems()
  await logTools(built)
  // A worker has no pages and no API for the command line.
  if (env.role !== 'worker')
    await announceApp(env.dataDir, { url: baseUrlOf(env), listens: listenUrlOf(env) }).catch((cause: unknown) =>
      log.warn('the command line will not find this app: its address could not be written to the data folder', {
        cause,
      }),
    )
  await printOperatorToken(built)
  // Builds the search index soon, so that the first traveler who types a place does not wait for it, but not before the
  // app can answer.
  setTimeout(() => built.places.search('aruba'), indexAfterMs).unref()
  // Checked in the background: only a skill that needs the container runtime waits for the result.
  built.containers.runtime?.status().catch((cause: unknown) => log.error('the container runtime failed', { cause }))
  return built
}
