import { type DestinationStream, pino } from 'pino'
import type { SkillSource } from '#runner/ports.ts'
import { compose } from '../compose/compose.ts'
import type { Services } from '../compose/services.ts'
import { type Env, readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { readableLines } from '../log/readable-lines.ts'

/**
 * Runs `work` with the app's services, whether or not the app runs, and closes them afterwards. The log goes to stderr;
 * stdout contains only the output.
 */
export async function withServices<T>(
  { skillsFirst, sample }: { skillsFirst?: SkillSource | undefined; sample?: Env['sample'] },
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const env = readEnv()
  const log = createLogger({ level: env.logLevel, destination: logDestination() })
  await using services = await compose({
    // One command runs one execution, so a second worker is not worth its start.
    env: { ...env, workers: env.workers ?? 1, sample: sample ?? env.sample },
    projectRoot: findProjectRoot(),
    log,
    ...(skillsFirst === undefined ? {} : { skillsFirst }),
  })
  return await work(services)
}

/** Readable lines for a terminal, JSON for a program. */
function logDestination(): DestinationStream {
  if (process.stderr.isTTY) return readableLines((text) => process.stderr.write(text))
  return pino.destination({ dest: 2, sync: true })
}
