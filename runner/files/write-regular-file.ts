import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import { type HeldFolder, notAllowed, refuse } from './open-parent.ts'
import { entryOf, isOwnFile } from './regular-file.ts'
import { unfinishedPrefix } from './usage.ts'

/**
 * Replaces or creates a regular file atomically: after a crash, and for concurrent readers, the file has either the old
 * or the new text.
 *
 * @param device the device of the skill's folder
 * @throws FileRefused if an entry of another kind has this name
 */
export async function writeRegularFile(
  folder: HeldFolder,
  name: string,
  bytes: Uint8Array,
  device: number,
): Promise<void> {
  const before = await entryOf(folder, name)
  if (before !== undefined && !isOwnFile(before, device)) throw notAllowed()
  const unfinished = folder.at(`${unfinishedPrefix}${randomUUID()}`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
  try {
    await using file = await open(unfinished, flags, 0o600)
    await file.writeFile(bytes)
    await file.sync()
    await folder.check()
    // `rename` does not follow links, so a link that appeared meanwhile is replaced itself.
    await rename(unfinished, folder.at(name))
  } catch (cause) {
    await unlink(unfinished).catch(() => {})
    refuse(cause)
  }
  await folder.handle.sync().catch(() => {})
}
