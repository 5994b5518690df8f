import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxFileBytes } from '../contract/operations/files.ts'
import { readAtMost, utf8Of } from '../core/utf8.ts'

/** The reason why a file is not read or written, as shown to the skill. */
export class FileRefused extends Error {
  override readonly name: 'NotFoundError' | 'NotAllowedError' | 'QuotaExceeded'

  constructor(name: FileRefused['name'], message: string) {
    super(message)
    this.name = name
  }
}

/** The code of a system error, `ENOENT` for example. */
export function systemCodeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause)) return undefined
  return typeof cause.code === 'string' ? cause.code : undefined
}

/**
 * A folder that is kept open. `at` returns a path to an entry of exactly this folder: on Linux through the descriptor,
 * so that a replaced parent folder cannot redirect it.
 */
export type HeldFolder = AsyncDisposable & {
  readonly handle: FileHandle
  at(name: string): string
  /**
   * On systems that cannot open a path relative to a descriptor: checks that the path still leads to this folder.
   *
   * @throws FileRefused when the folder was replaced
   */
  check(): Promise<void>
}

const openFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
const hasDescriptorPaths = process.platform === 'linux'

/**
 * Opens a folder below `root`, one name after another, without following links. Only `root` itself may be a link,
 * because the operator chose it.
 *
 * @param makes whether missing folders are created
 * @throws FileRefused for a missing folder, a link, or another entry that is not a folder
 */
export async function openParent(root: string, names: readonly string[], makes: boolean): Promise<HeldFolder> {
  if (makes) await mkdir(root, { recursive: true, mode: 0o700 })
  const real = await realpath(root).catch((cause: unknown) => refuse(cause))
  let held = await hold(real)
  for (const name of names) {
    const above = held
    try {
      if (makes) await mkdir(above.at(name), 0o700).catch(ignoreExisting)
      held = await hold(above.at(name), join(above.path, name))
    } finally {
      await above[Symbol.asyncDispose]()
    }
  }
  return held
}

type Held = HeldFolder & { readonly path: string }

async function hold(at: string, path = at): Promise<Held> {
  const handle = await open(at, openFlags).catch((cause: unknown) => refuse(cause))
  const check = async () => {
    if (hasDescriptorPaths) return
    const [mine, there, real] = await Promise.all([handle.stat(), stat(path), realpath(path)])
    if (real !== path || mine.ino !== there.ino || mine.dev !== there.dev) throw notAllowed()
  }
  const held: Held = {
    handle,
    path,
    at: (name) => (hasDescriptorPaths ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name)),
    check,
    [Symbol.asyncDispose]: () => handle.close(),
  }
  try {
    await check()
  } catch (cause) {
    await handle.close()
    throw cause
  }
  return held
}

function ignoreExisting(cause: unknown): void {
  if (systemCodeOf(cause) !== 'EEXIST') throw cause
}

/** Throws the FileRefused for a system error. Rethrows other errors. */
export function refuse(cause: unknown): never {
  switch (systemCodeOf(cause)) {
    case 'ENOENT':
      throw new FileRefused('NotFoundError', 'there is no such file')
    case 'ELOOP':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ENXIO':
    case 'EACCES':
    case 'EPERM':
    case 'ENAMETOOLONG':
      throw notAllowed()
    default:
      throw cause
  }
}

export const notAllowed = () =>
  new FileRefused('NotAllowedError', 'only regular files are allowed: no links, folders, devices, pipes or sockets')

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
