import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tier } from '../contract/manifest.ts'
import { readAtMost } from '../core/utf8.ts'

/** The files of a skill, read once. The digest covers them, and the bundle is built from them. */
export type SkillFiles = {
  /** The real path, without symbolic links. */
  readonly folder: string
  /** By path inside the folder, with `/`, in the order of the digest. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** sha256 (hex) over every path and content. */
  readonly digest: string
}

/** A file or folder that a skill must not contain. `file` is empty for the whole skill folder. */
type FolderProblem = { readonly file: string; readonly message: string; readonly remedy: string }

/**
 * False for files that are not part of a skill: npm packages, compiled Python, dot files, tests and examples. In a folder
 * without a `skill.yaml`, tests and examples are texts for agents, like its other files.
 */
export function isPartOfSkill(name: string, isFolder: boolean, hasSkillYaml = true): boolean {
  if (name.startsWith('.')) return false
  if (isFolder && ['node_modules', '__pycache__'].includes(name)) return false
  if (!hasSkillYaml) return true
  return isFolder ? !['tests', 'examples'].includes(name) : !/\.test\.[cm]?[jt]sx?$/.test(name)
}

/** The same for the path of a file inside the folder of a skill with a skill.yaml. */
export const isPathOfSkill = (path: string): boolean =>
  path.split('/').every((name, index, all) => isPartOfSkill(name, index < all.length - 1))

type FolderLimits = {
  readonly maxFiles: number
  readonly maxFolders: number
  readonly maxBytes: number
  /** Which entries are read. */
  readonly isPart: (name: string, isFolder: boolean, hasSkillYaml: boolean) => boolean
}

const limitsOf = (max: number, megabytes: number): FolderLimits => {
  return { maxFiles: max, maxFolders: max, maxBytes: megabytes * 1024 * 1024, isPart: isPartOfSkill }
}

/** How large a skill of each tier may be. Real skills have 200 files and 5 MB. */
export const skillLimits: Readonly<Record<Tier, FolderLimits>> = {
  local: limitsOf(1000, 20),
  verified: limitsOf(1000, 20),
  untrusted: limitsOf(400, 10),
}

/**
 * Reads every file of a skill once, with limits on number and size. Symbolic links are refused, not followed.
 *
 * @param limits absent: the widest, for a skill whose tier was checked before
 */
export async function readSkillFiles(
  folder: string,
  { maxFiles, maxFolders, maxBytes, isPart }: FolderLimits = skillLimits.local,
): Promise<{ ok: true; skill: SkillFiles } | { ok: false; problem: FolderProblem }> {
  const root = await realpath(folder).catch(expected('ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'))
  if (root === undefined) return refuse('', 'does not exist', 'check the path of the skill folder')
  const read = new Map<string, Uint8Array>()
  const waiting = ['']
  let folders = 0
  let hasSkillYaml = false
  let bytes = 0
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    folders += 1
    if (folders > maxFolders)
      return refuse('', `has more than ${maxFolders} folders`, 'remove what the skill does not need')
    const entries = await readdir(join(root, inside), { withFileTypes: true }).catch(expected('ENOTDIR', 'EACCES'))
    if (entries === undefined)
      return refuse(inside, 'is not a readable folder', 'name the folder that holds skill.yaml')
    if (inside === '') hasSkillYaml = entries.some(({ name }) => name === 'skill.yaml')
    for (const entry of entries) {
      if (!isPart(entry.name, entry.isDirectory(), hasSkillYaml)) continue
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (entry.isDirectory()) {
        waiting.push(path)
        continue
      }
      if (!entry.isFile()) return refuse(path, 'is a link or a special file', 'put the file itself into the skill')
      if (read.size >= maxFiles)
        return refuse('', `has more than ${maxFiles} files`, 'remove what the skill does not need')
      const content = await readBounded(join(root, path), maxBytes - bytes)
      if (content === 'unreadable') return refuse(path, 'cannot be read', 'make it a readable file')
      if (content === 'too large')
        return refuse('', `is larger than ${maxBytes / 1024 / 1024} MB`, 'remove what the skill does not need')
      bytes += content.length
      read.set(path, content)
    }
  }
  // Sorted by code unit, never by locale, so that the digest is the same on every machine.
  const files = new Map([...read].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ok: true, skill: { folder: root, files, digest: digestOf(files) } }
}

/**
 * sha256 (hex) over paths and contents. Each has its length as a prefix, so that different files never give the same
 * hash input.
 */
export function digestOf(files: Iterable<readonly [path: string, content: Uint8Array]>): string {
  const hash = createHash('sha256')
  for (const [path, content] of files) {
    hash.update(`${Buffer.byteLength(path)}:${path}${content.length}:`).update(content)
  }
  return hash.digest('hex')
}

/** Reads at most `limit` bytes of a regular file, even if it changes meanwhile. */
export async function readBounded(path: string, limit: number): Promise<Uint8Array | 'unreadable' | 'too large'> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    expected('ENOENT', 'ELOOP', 'EACCES', 'ENXIO', 'EISDIR'),
  )
  const stat = await file?.stat()
  if (file === undefined || !stat?.isFile()) return 'unreadable'
  return stat.size > limit ? 'too large' : await readAtMost(file, stat.size)
}

/** Returns `undefined` for these file errors, which a skill's folder may cause, and rethrows any other. */
function expected(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && codes.includes(String(error.code))) return undefined
    throw error
  }
}

function refuse(file: string, message: string, remedy: string): { ok: false; problem: FolderProblem } {
  return { ok: false, problem: { file, message, remedy } }
}
