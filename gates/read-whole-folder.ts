import { constants } from 'node:fs'
import { open, opendir, readlink, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { withMarks } from '#runner/contract/hidden-text.ts'
import { readAtMost } from '#runner/core/utf8.ts'
import { digestOf } from '#runner/manifest/read-folder.ts'
import { compare } from './finding.ts'

/** More than a skill needs, but few enough to read and check within seconds. */
export const bounds = {
  files: 5000,
  folders: 1000,
  depth: 32,
  fileBytes: 8 * 1024 * 1024,
  totalBytes: 64 * 1024 * 1024,
} as const

/**
 * An entry that was not read. `too-large` is also the kind of a folder with too many entries. `odd-name`: its name
 * contains control characters; a file with such a name is read all the same.
 */
type UnreadEntry = {
  readonly kind: 'link' | 'special-file' | 'too-large' | 'unreadable' | 'not-scanned' | 'odd-name'
  /** Empty: the whole skill folder. */
  readonly file: string
  readonly detail: string
}

export type WholeFolder = {
  /** By path inside the folder, with `/`, in the order of the digest. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The files below `node_modules`, in the same form. Absent: there are none, or they were not read. */
  readonly packages?: ReadonlyMap<string, Uint8Array>
  readonly unread: readonly UnreadEntry[]
  /** sha256 (hex) over the path and content of every file that was read, and over every unread entry. */
  readonly digest: string
}

/** Folders that are not part of a release, except the files of `node_modules` that the code of a skill contains. */
const leftOut = new Set(['.git', 'node_modules', '__pycache__'])
const ofPackages = 'node_modules/'

/**
 * Reads every file of a folder within the bounds, including dot files and tests. Follows no link. Opens no file if the
 * folder has too many entries. `packages`: also reads `node_modules`, of which a release has only what its code contains.
 */
export async function readWholeFolder(folder: string, { packages = false } = {}): Promise<WholeFolder> {
  const root = await realpath(folder)
  const listed = await listEntries(root, packages)
  if (typeof listed === 'string') return beyondBounds(listed)
  const { unread } = listed
  const read: [string, Uint8Array][] = []
  let bytes = 0
  // Sorted by code unit, never by locale, so that the result is the same on every machine.
  for (const path of listed.files.sort()) {
    const content = await readBounded(join(root, path), bounds.fileBytes)
    if (content === undefined) unread.push({ kind: 'unreadable', file: path, detail: 'the file cannot be read' })
    else if (typeof content === 'number') {
      unread.push({ kind: 'too-large', file: path, detail: `more than ${bounds.fileBytes / 1024 / 1024} MB` })
    } else {
      bytes += content.length
      if (bytes > bounds.totalBytes) return beyondBounds(`more than ${bounds.totalBytes / 1024 / 1024} MB`)
      read.push([path, content])
    }
  }
  unread.sort((a, b) => compare(a.file, b.file) || compare(a.kind, b.kind))
  return wholeFolder(read, unread)
}

function wholeFolder(read: readonly [string, Uint8Array][], unread: readonly UnreadEntry[]): WholeFolder {
  const rest = unread.map(({ kind, file }): [string, Uint8Array] => [`\0${kind}\0${file}`, new Uint8Array()])
  const files = new Map(read.filter(([path]) => !path.startsWith(ofPackages)))
  const packages = new Map(read.filter(([path]) => path.startsWith(ofPackages)))
  return { files, ...(packages.size > 0 && { packages }), unread, digest: digestOf([...read, ...rest]) }
}

/** A folder that exceeds a bound is refused whatever its content, so the gates check no file of it. */
const beyondBounds = (detail: string): WholeFolder => wholeFolder([], [{ kind: 'too-large', file: '', detail }])

type Listed = { readonly files: string[]; readonly unread: UnreadEntry[] }

/** The paths of all files, and the entries that are not files. If a bound is exceeded: a sentence that names it. */
async function listEntries(root: string, packages: boolean): Promise<Listed | string> {
  const listed: Listed = { files: [], unread: [] }
  const waiting = [{ inside: '', depth: 0 }]
  let [folders, entries] = [0, 0]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { inside, depth } = next
    folders += 1
    if (folders > bounds.folders || depth > bounds.depth) {
      return `more than ${bounds.folders} folders, or folders more than ${bounds.depth} deep`
    }
    const listing = await opendir(join(root, inside)).catch(() => undefined)
    if (listing === undefined) {
      listed.unread.push({ kind: 'unreadable', file: inside, detail: 'the folder cannot be read' })
      continue
    }
    // `for await` closes the listing, even on an early exit.
    for await (const entry of listing) {
      entries += 1
      if (entries > bounds.files) return `more than ${bounds.files} files`
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      // U+FFFD stands for bytes that are not UTF-8.
      if (withMarks(entry.name).includes('\ufffd')) {
        listed.unread.push({ kind: 'odd-name', file: path, detail: 'control characters in a name' })
      }
      if (entry.isFile()) listed.files.push(path)
      else if (entry.isSymbolicLink()) listed.unread.push(await linkEntry(root, path))
      else if (!entry.isDirectory()) listed.unread.push({ kind: 'special-file', file: path, detail: '' })
      else if (leftOut.has(entry.name) && !(packages && `${path}/`.startsWith(ofPackages))) {
        listed.unread.push({ kind: 'not-scanned', file: path, detail: `${entry.name} is left out` })
      } else waiting.push({ inside: path, depth: depth + 1 })
    }
  }
  return listed
}

/** A link to an entry inside the folder is harmless, because that entry is read too. Does not follow the link. */
async function linkEntry(root: string, path: string): Promise<UnreadEntry> {
  const target = await readlink(join(root, path)).catch(() => '/')
  const inside = normalize(join(dirname(path), target))
  const leadsOut = isAbsolute(target) || inside === '..' || inside.startsWith('../')
  return { kind: leadsOut ? 'link' : 'not-scanned', file: path, detail: `a link to ${target}` }
}

/** The content, or the size if it is above `limit`, or `undefined` if the file cannot be read. */
async function readBounded(path: string, limit: number): Promise<Uint8Array | number | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = await file.stat()
    return size > limit ? size : await readAtMost(file, size)
  } catch {
    return undefined
  }
}
