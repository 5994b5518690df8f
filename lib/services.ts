import { printOperatorToken } from './auth/print-operator-token.ts'
import { compose, type Services } from './compose/compose.ts'
import { readEnv } from './env/env.ts'
import { loadEnvFile } from './env/load-env-file.ts'
import { findProjectRoot } from './env/project-root.ts'
import { createLogger } from './log/logger.ts'

const key = Symbol.for('travel.aw')

/** Next loads a module several times in one process; what must be one lives under the global symbol. */
const shared: typeof globalThis & { [key]?: Promise<Services> } = globalThis

/**
 * The services of the app's process, built at the first call. A start that failed is not kept: the next call tries
 * again, so that an app that came up before its database recovers.
 */
export function services(): Promise<Services> {
  shared[key] ??= start().catch((cause: unknown) => {
    delete shared[key]
    throw cause
  })
  return shared[key]
}

async function start(): Promise<Services> {
  const projectRoot = findProjectRoot()
  loadEnvFile(projectRoot)
  const env = readEnv()
  const log = createLogger({ level: env.logLevel })
  const built = await compose({ env, projectRoot, log, reloadSkills: env.isDevelopment, takesOver: true })
  for (const problem of await built.skills.problems()) log.error('a skill is left out', { problem })
  await printOperatorToken(built)
  // Found out meanwhile: nobody waits for it but a skill that needs it.
  built.containers.runtime?.status().catch((cause: unknown) => log.error('the container runtime failed', { cause }))
  return built
}
