import { join } from 'node:path'
import { type Env, EnvError, readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot, loadEnvFile } from '#lib/platform/server/env/project-root.ts'
import { readTravelConfig } from '#lib/platform/server/env/read-travel-config.ts'
import { restrictableSkills } from '#lib/skills/server/registry/project-skills.ts'

/** The options of a start: `--port` overrides PORT, `--host` overrides HOST, `--role` overrides TRAVEL_ROLE. */
export const serveOptions = { port: 'text', host: 'text', role: 'text' } as const
type ServeOptions = { readonly [Name in keyof typeof serveOptions]?: string }

/**
 * Reads the settings for serving the app. Also checks the app's configuration, so that errors appear before the long
 * steps of a start.
 */
export async function readServeEnv({ port, host, role }: ServeOptions): Promise<Env> {
  const given = { PORT: port, HOST: host, TRAVEL_ROLE: role }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) process.env[name] = value
  loadEnvFile()
  const env = readNamed(given)
  readTravelConfig(env.config, await restrictableSkills(join(findProjectRoot(), 'skills')))
  return env
}

/** The settings. A problem with the value of an option names the option instead of the variable. */
function readNamed(given: Readonly<Record<string, string | undefined>>): Env {
  try {
    return readEnv()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const named = (problem: string) =>
      problem.replace(/^(PORT|HOST|TRAVEL_ROLE)(?= is invalid)/, (name) =>
        given[name] === undefined ? name : `--${name.replace('TRAVEL_', '').toLowerCase()}`,
      )
    throw new EnvError(error.problems.map(named))
  }
}
