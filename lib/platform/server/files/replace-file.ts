import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { giveToFolderOwner } from './check-own-entry.ts'
import { whenMissing } from './file-errors.ts'

/**
 * Replaces a file atomically: a reader, also after a crash, finds the complete old content or the complete new one. The
 * folder's owner cannot plant a link under the name of the draft, which nobody can guess.
 *
 * @param mode of the new file; absent: as the process creates files
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  try {
    await using file = await open(/* turbopackIgnore: true */ draft, 'wx', mode)
    await file.writeFile(content)
    giveToFolderOwner(file.fd, path)
    await file.sync()
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** The text of a file. `undefined`: there is none. */
export const textIfPresent = (path: string): Promise<string | undefined> =>
  readFile(/* turbopackIgnore: true */ path, 'utf8').catch(whenMissing(undefined))
