import { pino } from 'pino'
import type { SkillSource } from '#runner/ports.ts'
import { compose, type Services } from '../compose/compose.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'

/**
 * Runs `work` with the services of the app, beside a running app or without one, and closes them afterwards. The log
 * goes to stderr: stdout is the output alone.
 */
export async function withServices<T>(
  { skillsFirst }: { skillsFirst?: SkillSource | undefined },
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const env = readEnv()
  const log = createLogger({ level: env.logLevel, destination: pino.destination({ dest: 2, sync: true }) })
  await using services = await compose({
    // One command is one execution: a second thread would only be started and stopped.
    env: { ...env, workers: env.workers ?? 1 },
    projectRoot: findProjectRoot(),
    log,
    ...(skillsFirst === undefined ? {} : { skillsFirst }),
  })
  return await work(services)
}
