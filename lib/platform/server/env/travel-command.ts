import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProjectRoot } from './project-root.ts'

/**
 * How a person calls the command line of the project in this folder. npm runs scripts only in a clone, which has a lock
 * file. The container image and a package that npm installed have no lock file, but the command `travel`.
 */
export const commandNameIn = (folder: string): string =>
  existsSync(join(folder, 'package-lock.json')) ? 'npm run travel --' : 'travel'

/** How a person calls the command line here. Read once, because answers to strangers name it, too. */
export const commandName = commandNameIn(findProjectRoot())

/** A command as a person types it here, such as `npm run travel -- audit verify`. */
export const travelCommand = (words: string): string => `${commandName} ${words}`
