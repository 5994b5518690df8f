import { type Errno, errno, type FileType, fileType } from './errno.ts'

/** A file in memory. `size` of its bytes count. */
export type FileNode = { bytes: Uint8Array; size: number; readonly isFixed: boolean }

/** Files that every execution reads and none changes, by path. */
export type FixedFiles = ReadonlyMap<string, Uint8Array>

/** The folders that a guest starts with, by descriptor. Paths have no slash at their beginning. */
export const preopened: ReadonlyMap<number, string> = new Map([
  [3, 'data'],
  [4, 'tmp'],
])
/** The only folder in which a guest may write. */
const writable = 'tmp'
/** The guest's way to the host: `device.ts`. */
export const devicePath = 'data/.host'

const maxNodes = 256
/** Of a path from the root: a guest can name one piece by piece. */
export const maxPathLength = 4096
const maxBytes = 8 * 1024 * 1024
const growthBytes = 4096

/** The files of one execution: fixed ones, and a folder for its own that is gone after it. */
export class Files {
  readonly #fixed: FixedFiles
  readonly #fixedFolders: ReadonlySet<string>
  readonly #own = new Map<string, FileNode | 'folder'>()
  #bytes = 0

  constructor(fixed: FixedFiles) {
    this.#fixed = fixed
    this.#fixedFolders = foldersOf(fixed)
  }

  /** Bytes that the execution's own files take, also those that are open without a name. */
  get bytes(): number {
    return this.#bytes
  }

  typeOf(path: string): FileType | undefined {
    if (path === devicePath) return fileType.device
    if (this.#fixedFolders.has(path)) return fileType.folder
    const node = this.#own.get(path) ?? this.#fixed.get(path)
    if (node === undefined) return undefined
    return node === 'folder' ? fileType.folder : fileType.file
  }

  /** The file at a path. A fixed one cannot be written. */
  fileAt(path: string): FileNode | undefined {
    const own = this.#own.get(path)
    if (own !== undefined) return own === 'folder' ? undefined : own
    const bytes = this.#fixed.get(path)
    return bytes && { bytes, size: bytes.length, isFixed: true }
  }

  /** Makes an empty file. */
  create(path: string): FileNode | Errno {
    const problem = this.#whyNoNode(path)
    if (problem !== undefined) return problem
    const node: FileNode = { bytes: new Uint8Array(), size: 0, isFixed: false }
    this.#own.set(path, node)
    return node
  }

  createFolder(path: string): Errno {
    if (this.typeOf(path) !== undefined) return errno.exists
    const problem = this.#whyNoNode(path)
    if (problem === undefined) this.#own.set(path, 'folder')
    return problem ?? errno.success
  }

  #whyNoNode(path: string): Errno | undefined {
    if (!isWritable(path)) return errno.readOnly
    if (this.typeOf(parentOf(path)) !== fileType.folder) return errno.missing
    return this.#own.size >= maxNodes ? errno.noSpace : undefined
  }

  /** Cuts a file, or extends it with zeros. It counts by the room that it has, which it keeps until it is emptied. */
  resize(node: FileNode, size: number): Errno {
    if (node.isFixed) return errno.readOnly
    const room = node.bytes.length
    const most = maxBytes - this.#bytes + room
    if (size > most) return errno.noSpace
    if (size === 0) node.bytes = new Uint8Array()
    else if (size > room) {
      const grown = new Uint8Array(Math.min(most, Math.max(size, room * 2, growthBytes)))
      grown.set(node.bytes.subarray(0, node.size))
      node.bytes = grown
    } else node.bytes.fill(0, size, node.size)
    node.size = size
    this.#bytes += node.bytes.length - room
    return errno.success
  }

  /** Writes at a position, which may be beyond the end. */
  write(node: FileNode, at: number, bytes: Uint8Array): Errno {
    const end = at + bytes.length
    if (node.isFixed) return errno.readOnly
    if (end > node.size) {
      const problem = this.resize(node, end)
      if (problem !== errno.success) return problem
    }
    node.bytes.set(bytes, at)
    return errno.success
  }

  /** Removes a file. Its bytes count until the end of the execution, because it may be open. */
  remove(path: string): Errno {
    const node = this.#own.get(path)
    if (node === undefined) return this.typeOf(path) === undefined ? errno.missing : errno.readOnly
    if (node === 'folder') return errno.isFolder
    this.#own.delete(path)
    return errno.success
  }

  removeFolder(path: string): Errno {
    if (this.#own.get(path) !== 'folder') return this.typeOf(path) === undefined ? errno.missing : errno.notFolder
    if (this.namesIn(path).length > 0) return errno.notEmpty
    this.#own.delete(path)
    return errno.success
  }

  rename(from: string, to: string): Errno {
    const node = this.#own.get(from)
    if (node === undefined) return this.typeOf(from) === undefined ? errno.missing : errno.readOnly
    if (!isWritable(to)) return errno.readOnly
    if (this.typeOf(parentOf(to)) !== fileType.folder) return errno.missing
    if (`${to}/`.startsWith(`${from}/`)) return from === to ? errno.success : errno.invalid
    const target = this.#own.get(to)
    if (target === 'folder' && (node !== 'folder' || this.namesIn(to).length > 0)) {
      return node === 'folder' ? errno.notEmpty : errno.isFolder
    }
    if (target !== undefined && target !== 'folder' && node === 'folder') return errno.notFolder
    const moved = [...this.#own].filter(([path]) => path === from || path.startsWith(`${from}/`))
    const added = to.length - from.length
    if (moved.some(([path]) => path.length + added > maxPathLength)) return errno.nameTooLong
    for (const [path] of moved) this.#own.delete(path)
    for (const [path, each] of moved) this.#own.set(to + path.slice(from.length), each)
    return errno.success
  }

  /** The names in a folder, sorted. */
  namesIn(folder: string): readonly string[] {
    const start = `${folder}/`
    const names = new Set<string>()
    for (const path of [...this.#fixed.keys(), ...this.#own.keys()]) {
      if (path.startsWith(start)) names.add(path.slice(start.length).split('/')[0] ?? '')
    }
    return [...names].sort()
  }
}

const isWritable = (path: string) => path.startsWith(`${writable}/`)
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** All executions have the same fixed files, so their folders are found once. */
const knownFolders = new WeakMap<FixedFiles, ReadonlySet<string>>()

function foldersOf(fixed: FixedFiles): ReadonlySet<string> {
  const known = knownFolders.get(fixed)
  if (known) return known
  const folders = new Set(preopened.values())
  for (const path of fixed.keys()) {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) folders.add(folder)
  }
  knownFolders.set(fixed, folders)
  return folders
}
