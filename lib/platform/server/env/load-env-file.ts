import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile as load } from 'node:process'
import { findProjectRoot } from './project-root.ts'

/** Loads the project's `.env` into the environment. Variables that are already set keep their value. */
export const loadEnvFile = (projectRoot = findProjectRoot()): void => {
  const path = join(projectRoot, '.env')
  if (existsSync(path)) load(path)
}
