import { type DestinationStream, pino } from 'pino'
import { compose } from '#lib/compose/compose.ts'
import type { Services } from '#lib/compose/services.ts'
import { type Env, readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { readableLines } from '#lib/platform/server/log/readable-lines.ts'
import type { SkillSource } from '#runner/core/ports.ts'

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
