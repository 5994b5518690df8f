import { type DestinationStream, pino } from 'pino'
import type { SkillSource } from '#runner/ports.ts'
import { compose, type Services } from '../compose/compose.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { readableLines } from '../log/readable-lines.ts'

/**
 * Runs `work` with the services of the app, beside a running app or without one, and closes them afterwards. The log
 * goes to stderr: stdout is the output alone.
 */
export async function withServices<T>(
  { skillsFirst }: { skillsFirst?: SkillSource | undefined },
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const env = readEnv()
  const log = createLogger({ level: env.logLevel, destination: logDestination() })
  await using services = await compose({
    // One command is one execution: a second thread would only be started and stopped.
    env: { ...env, workers: env.workers ?? 1 },
    projectRoot: findProjectRoot(),
    log,
    ...(skillsFirst === undefined ? {} : { skillsFirst }),
  })
  return await work(services)
}

/** A person reads lines, a program parses JSON. */
function logDestination(): DestinationStream {
  if (process.stderr.isTTY) return readableLines((text) => process.stderr.write(text))
  return pino.destination({ dest: 2, sync: true })
}
