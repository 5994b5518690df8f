import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile as load } from 'node:process'
import { findProjectRoot } from './project-root.ts'

/** Adds what the project's `.env` says to the environment; a variable that is set already stays as it is. */
export const loadEnvFile = (projectRoot = findProjectRoot()): void => {
  const path = join(projectRoot, '.env')
  if (existsSync(path)) load(path)
}
