import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadEnvFile as load } from 'node:process'
import * as z from 'zod'

const isProject = (folder: string): boolean => {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === 'travel.aw'
  } catch {
    return false
  }
}

const searchUpwards = (start: string): string | undefined => {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isProject(folder)) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * The absolute path of the project folder: the one that contains this file or, if a Next bundle moved this file, the
 * one that contains the working directory.
 */
export const findProjectRoot = (moduleFolder: string | undefined = import.meta.dirname): string => {
  const root = (moduleFolder && searchUpwards(moduleFolder)) ?? searchUpwards(process.cwd())
  if (root) return root
  throw new Error('The travel.aw folder was not found: start the command from inside it.')
}

const Manifest = z.object({ version: z.string() })

/** The version of this project. */
export const readProjectVersion = (projectRoot: string): string =>
  Manifest.parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))).version

/** Loads the project's `.env` into the environment. Variables that are already set keep their value. */
export const loadEnvFile = (projectRoot = findProjectRoot()): void => {
  const path = join(projectRoot, '.env')
  if (existsSync(path)) load(path)
}
