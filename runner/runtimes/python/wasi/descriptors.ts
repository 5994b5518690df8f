import { type Errno, errno, fileType } from './errno.ts'
import { devicePath, type FileNode, type Files, maxPathLength, preopened } from './files.ts'

/** What a guest can have open. */
export type Descriptor =
  | { readonly kind: 'stdin' | 'stdout' | 'stderr' | 'device' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly node: FileNode; readonly mode: OpenMode; at: number }

type OpenMode = { readonly write: boolean; readonly append: boolean }

type OpenRequest = OpenMode & {
  readonly path: string
  readonly create: boolean
  readonly exclusive: boolean
  readonly truncate: boolean
  readonly mustBeFolder: boolean
}

const maxOpen = 64

/** The open files of one execution, by number. */
export class Descriptors {
  readonly #files: Files
  readonly #open: Map<number, Descriptor>

  /** `others`: what is open at the start, besides the standard streams and folders. */
  constructor(files: Files, others: Iterable<readonly [number, Descriptor]> = []) {
    this.#files = files
    this.#open = new Map<number, Descriptor>([
      [0, { kind: 'stdin' }],
      [1, { kind: 'stdout' }],
      [2, { kind: 'stderr' }],
      ...Array.from(preopened, ([fd, path]) => [fd, { kind: 'folder', path }] as const),
      ...others,
    ])
  }

  get(fd: number): Descriptor | undefined {
    return this.#open.get(fd)
  }

  /** The numbers under which the device is open. */
  devices(): readonly number[] {
    return [...this.#open].filter(([, { kind }]) => kind === 'device').map(([fd]) => fd)
  }

  close(fd: number): Errno {
    return this.#open.delete(fd) ? errno.success : errno.badDescriptor
  }

  /** Moves an open descriptor to another number. */
  renumber(from: number, to: number): Errno {
    const descriptor = this.#open.get(from)
    if (!descriptor || !this.#open.has(to)) return errno.badDescriptor
    this.#open.delete(from)
    this.#open.set(to, descriptor)
    return errno.success
  }

  open(request: OpenRequest): { readonly fd: number } | Errno {
    const descriptor = this.#descriptorOf(request)
    if (typeof descriptor === 'number') return descriptor
    if (this.#open.size >= maxOpen) return errno.tooManyOpen
    let fd = 0
    while (this.#open.has(fd)) fd += 1
    this.#open.set(fd, descriptor)
    return { fd }
  }

  #descriptorOf({ path, create, exclusive, truncate, mustBeFolder, write, append }: OpenRequest): Descriptor | Errno {
    const files = this.#files
    const type = files.typeOf(path)
    if (type !== undefined && create && exclusive) return errno.exists
    if (mustBeFolder && type !== undefined && type !== fileType.folder) return errno.notFolder
    if (path === devicePath) return { kind: 'device' }
    if (type === fileType.folder) return write ? errno.isFolder : { kind: 'folder', path }
    const node = type === undefined && create ? files.create(path) : files.fileAt(path)
    if (node === undefined) return errno.missing
    if (typeof node === 'number') return node
    if ((write || truncate) && node.isFixed) return errno.readOnly
    if (truncate) files.resize(node, 0)
    return { kind: 'file', node, mode: { write, append }, at: 0 }
  }

  /** The path of a name below an open folder. */
  resolve(fd: number, name: string): { readonly path: string } | Errno {
    const folder = this.#open.get(fd)
    if (!folder) return errno.badDescriptor
    if (folder.kind !== 'folder') return errno.notFolder
    const parts = folder.path.split('/')
    for (const part of name.split('/')) {
      if (part === '' || part === '.') continue
      if (part !== '..') parts.push(part)
      else if (parts.length === 1) return errno.notCapable
      else parts.pop()
    }
    const path = parts.join('/')
    return path.length > maxPathLength ? errno.nameTooLong : { path }
  }
}
