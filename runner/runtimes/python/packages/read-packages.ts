import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nativeModules } from '../../../contract/native-modules.ts'
import { sha256 } from '../../../core/hash.ts'
import type { FixedFiles } from '../wasi/files.ts'
import { libraryModules } from './library-modules.ts'
import { BadZip, readZip } from './read-zip.ts'

/** A package that scripts can import. */
type LoadedPackage = {
  /** The name of its file or folder. */
  readonly file: string
  readonly sha256: string
  /** What scripts import. */
  readonly modules: readonly string[]
  readonly bytes: number
}

type RefusedPackage = { readonly file: string; readonly reason: string }

export type PythonPackages = {
  readonly loaded: readonly LoadedPackage[]
  readonly refused: readonly RefusedPackage[]
  /** By their paths in an interpreter. */
  readonly files: FixedFiles
}

export const noPackages: PythonPackages = { loaded: [], refused: [], files: new Map() }

/**
 * Identifies an interpreter with its packages. Its image does not depend on them, but what an execution does and costs
 * may.
 */
export function versionWith(key: string, { loaded }: PythonPackages): string {
  if (loaded.length === 0) return key
  return sha256([key, ...loaded.map(({ file, sha256: digest }) => `${file} ${digest}`)].join('\n'))
}

/** Where the interpreter finds them: `boot.py` adds it to `sys.path`. */
const folderInside = 'data/packages'
const mb = 1024 * 1024
/** All packages together, unpacked. */
export const maxPackageBytes = 32 * mb
const maxFiles = 4096
const nativeFile = /\.(?:so|pyd|dylib|dll)(?:\.[\d.]+)?$/i
const moduleName = /^[\p{L}_][\p{L}\p{N}_]*$/u

/** Why a package is not loaded, as a sentence without its subject. */
class Refusal extends Error {}

/** A file of a package: its path below the folder of all packages, and its content when it is needed. */
type Part = { readonly path: string; readonly size: number; read(): Promise<Uint8Array> | Uint8Array }

type Found = {
  readonly parts: readonly Part[] /** Of the wheel. A folder has those of its files. */
  readonly digest?: string
}

/**
 * Reads the wheels and package folders of a folder. A package that cannot be used is refused with the reason, and the
 * others are loaded. `platformModules`: names that belong to the platform.
 */
export async function readPackages(folder: string, platformModules: ReadonlySet<string>): Promise<PythonPackages> {
  const loaded: LoadedPackage[] = []
  const refused: RefusedPackage[] = []
  const files = new Map<string, Uint8Array>()
  const owners = new Map<string, string>()
  let room = maxPackageBytes
  for (const file of await namesIn(folder)) {
    try {
      const { parts, digest } = await find(folder, file, room)
      if (parts.length === 0) continue
      const modules = modulesOf(parts)
      refuseNames(modules, platformModules)
      const bytes = parts.reduce((sum, { size }) => sum + size, 0)
      if (bytes > room) throw new Refusal(tooLarge(bytes))
      if (files.size + parts.length > maxFiles)
        throw new Refusal(`has ${parts.length} files; all packages may have ${maxFiles}`)
      const taken = parts.find(({ path }) => owners.has(path))
      if (taken) throw new Refusal(`has the file ${taken.path}, which ${owners.get(taken.path)} has too`)
      const contents = await Promise.all(parts.map(async (part) => [part.path, await part.read()] as const))
      for (const [path, content] of contents) {
        files.set(`${folderInside}/${path}`, content)
        owners.set(path, file)
      }
      room -= bytes
      const sum = digest ?? sha256(contents.map(([path, content]) => `${path} ${sha256(content)}`).join('\n'))
      loaded.push({ file, sha256: sum, modules, bytes })
    } catch (cause) {
      refused.push({ file, reason: reasonOf(cause) })
    }
  }
  return { loaded, refused, files }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Refusal) return cause.message
  if (cause instanceof BadZip) return `is damaged: ${cause.message}`
  return `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
}

const tooLarge = (bytes: number) =>
  `is too large: it has ${Math.ceil(bytes / mb)} MB unpacked, and all packages together may have ${maxPackageBytes / mb}`

/** Sorted: which of two packages with the same file is loaded must not depend on the disk. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  return names.filter((name) => !name.startsWith('.') && name !== '__pycache__').sort()
}

async function find(folder: string, file: string, room: number): Promise<Found> {
  const path = join(folder, file)
  const stat = await lstat(path)
  if (stat.isSymbolicLink()) throw new Refusal('is a link: copy what it leads to')
  if (stat.isDirectory()) return { parts: await partsBelow(folder, file) }
  if (file.endsWith('.whl')) {
    refuseTags(file)
    if (stat.size > room) throw new Refusal(tooLarge(stat.size))
    return partsOfWheel(await readFile(path))
  }
  if (file.endsWith('.py')) return { parts: [{ path: file, size: stat.size, read: () => readFile(path) }] }
  throw new Refusal('is neither a wheel (.whl) nor a folder of Python modules')
}

function refuseTags(file: string): void {
  const [python, abi, platform] = file.slice(0, -'.whl'.length).split('-').slice(-3)
  if (!abi || !platform) throw new Refusal('has no name of a wheel, such as NAME-VERSION-py3-none-any.whl')
  if (abi !== 'none' || platform !== 'any') {
    throw new Refusal(
      `has native code, as its tags ${abi}-${platform} say: only wheels that end with py3-none-any can run`,
    )
  }
  if (!python?.split('.').some((tag) => /^py3\d*$/.test(tag))) throw new Refusal(`is for ${python}, not for Python 3`)
}

function partsOfWheel(wheel: Buffer): Found {
  const parts = readZip(wheel).flatMap(({ path, size, read }) => {
    // A wheel can state that some of its files belong beside the others. Scripts and headers are of no use here.
    const data = /^[^/]+\.data\/(?:(?:purelib|platlib)\/(.+))?/.exec(path)
    const inside = data ? data[1] : path
    return inside === undefined ? [] : [{ path: inside, size, read }]
  })
  return { parts: wanted(parts), digest: sha256(wheel) }
}

async function partsBelow(folder: string, start: string): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (const entry of await readdir(join(folder, start), { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(join(folder, '/').length).replaceAll('\\', '/')
    if (entry.isSymbolicLink()) throw new Refusal(`has a link, ${path}: copy what it leads to`)
    if (entry.isFile()) parts.push({ path, size: (await lstat(full)).size, read: () => readFile(full) })
  }
  return wanted(parts.sort((a, b) => (a.path < b.path ? -1 : 1)))
}

/** Without what an interpreter would have made of the modules. Refuses native code, wherever it is. */
function wanted(parts: readonly Part[]): readonly Part[] {
  const native = parts.find(({ path }) => nativeFile.test(path))
  if (native) throw new Refusal(`has native code, ${native.path}: only pure Python can run`)
  const kept = parts.filter(({ path }) => !/(?:^|\/)__pycache__\/|\.py[co]$|\.pth$/.test(path))
  const isUseful = kept.some(({ path }) => path.endsWith('.py') || path.split('/')[0]?.endsWith('.dist-info'))
  if (!isUseful) throw new Refusal('has no Python modules')
  return kept
}

function modulesOf(parts: readonly Part[]): readonly string[] {
  const names = parts.flatMap(({ path }) => {
    const [top = '', ...below] = path.split('/')
    return path.endsWith('.py') ? [below.length === 0 ? top.slice(0, -'.py'.length) : top] : []
  })
  return [...new Set(names)].sort()
}

function refuseNames(modules: readonly string[], platformModules: ReadonlySet<string>): void {
  for (const name of modules) {
    if (!moduleName.test(name)) throw new Refusal(`has a module that scripts cannot import: ${name}`)
    if (libraryModules.has(name)) throw new Refusal(`has a module ${name}, which Python's library has`)
    if (platformModules.has(name)) throw new Refusal(`has a module ${name}, which the platform has`)
    if (nativeModules.python.has(name)) {
      throw new Refusal(`has a module ${name}: scripts that import it run in a container, whose image must have it`)
    }
  }
}
