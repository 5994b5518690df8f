import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProjectRoot } from './project-root.ts'

/**
 * How a person calls the command line here. npm runs scripts only in a clone, which has a lock file. The container image
 * and a package that npm installed have no lock file, but the command `travel`.
 */
export const commandName = (root = findProjectRoot()): string =>
  existsSync(join(root, 'package-lock.json')) ? 'npm run travel --' : 'travel'

/** A command as a person types it here, such as `npm run travel -- audit verify`. */
export const travelCommand = (words: string): string => `${commandName()} ${words}`
