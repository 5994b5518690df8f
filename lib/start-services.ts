import { baseUrlOf, listenUrlOf, printOperatorToken } from './auth/print-operator-token.ts'
import { compose } from './compose/compose.ts'
import type { Services } from './compose/services.ts'
import { readEnv } from './env/env.ts'
import { loadEnvFile } from './env/load-env-file.ts'
import { findProjectRoot } from './env/project-root.ts'
import { announceApp } from './health/running-app.ts'
import { createLogger } from './log/logger.ts'

/** Builds the services of the app's process, logs the start, and records the app's address for the command line. */
export async function startServices(): Promise<Services> {
  const projectRoot = findProjectRoot()
  loadEnvFile(projectRoot)
  const env = readEnv()
  const log = createLogger({ level: env.logLevel })
  const built = await compose({ env, projectRoot, log, reloadSkills: env.isDevelopment, takesOver: true })
  // Loads and checks the skills now, so that the log names those that are left out.
  await built.skills.problems()
  await announceApp(env.dataDir, { url: baseUrlOf(env), listens: listenUrlOf(env) }).catch((cause: unknown) =>
    log.warn('the command line will not find this app: its address could not be written to the data folder', { cause }),
  )
  await printOperatorToken(built)
  // Builds the search index now, so that the first traveler who types a place does not wait for it.
  setImmediate(() => built.places.search('aruba'))
  // Checked in the background: only a skill that needs the container runtime waits for the result.
  built.containers.runtime?.status().catch((cause: unknown) => log.error('the container runtime failed', { cause }))
  return built
}
