import { join } from 'node:path'
import { type Env, readEnv } from '#lib/env/env.ts'
import { EnvError } from '#lib/env/env-error.ts'
import { loadEnvFile } from '#lib/env/load-env-file.ts'
import { findProjectRoot } from '#lib/env/project-root.ts'
import { readTravelConfig } from '#lib/env/read-travel-config.ts'
import { restrictableSkills } from '#lib/registry/project-skills.ts'

/** The options for the app's address: `--port` overrides PORT, `--host` overrides HOST. */
export const listenOptions = { port: 'text', host: 'text' } as const

/**
 * Reads the settings for serving the app. Also checks the app's configuration, so that errors appear before the long
 * steps of a start.
 */
export async function readServeEnv({ port, host }: { readonly port?: string; readonly host?: string }): Promise<Env> {
  if (port !== undefined) process.env.PORT = port
  if (host !== undefined) process.env.HOST = host
  loadEnvFile()
  const env = readNamed({ PORT: port, HOST: host })
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
      problem.replace(/^(PORT|HOST)(?= is invalid)/, (name) =>
        given[name] === undefined ? name : `--${name.toLowerCase()}`,
      )
    throw new EnvError(error.problems.map(named))
  }
}
