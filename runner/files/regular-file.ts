import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { maxFileBytes } from '../contract/operations/files.ts'
import { readAtMost } from '../core/read-at-most.ts'
import { utf8Of } from '../core/utf8.ts'
import { FileRefused, type HeldFolder, notAllowed, refuse, systemCodeOf } from './open-parent.ts'

/** The entry under a name, without following a link. Undefined: no entry. */
export async function entryOf(folder: HeldFolder, name: string): Promise<Stats | undefined> {
  try {
    return await lstat(folder.at(name))
  } catch (cause) {
    return systemCodeOf(cause) === 'ENOENT' ? undefined : refuse(cause)
  }
}

/**
 * Whether the entry is a regular file of this folder only: a hard link may share a file of another folder, and another
 * device means a mount.
 */
export const isOwnFile = (entry: Stats, device: number): boolean =>
  entry.isFile() && entry.nlink === 1 && entry.dev === device

/**
 * Reads a regular file.
 *
 * @param device the device of the skill's folder
 * @throws FileRefused for any other entry, and for a file that is too large or not UTF-8
 */
export async function readRegularFile(folder: HeldFolder, name: string, device: number): Promise<string> {
  const before = await entryOf(folder, name)
  if (before === undefined) throw new FileRefused('NotFoundError', 'there is no such file')
  // Checked before opening, because opening a device or a pipe may already have an effect.
  if (!isOwnFile(before, device)) throw notAllowed()
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  await using file = await open(folder.at(name), flags).catch((cause: unknown) => refuse(cause))
  const opened = await file.stat()
  if (opened.ino !== before.ino || !isOwnFile(opened, device)) throw notAllowed()
  await folder.check()
  const bytes = await readAtMost(file, maxFileBytes + 1)
  if (bytes.length > maxFileBytes)
    throw new FileRefused('QuotaExceeded', `the file is larger than ${maxFileBytes} bytes`)
  const text = utf8Of(bytes)
  if (text === undefined) throw new FileRefused('NotAllowedError', 'the file is not text in UTF-8')
  return text
}
