import { withMarks } from '#runner/contract/hidden-text.ts'
import { type EntryProblem, refuse, type SourceRefusal, shown } from './source-refusal.ts'

/** What an archive, a repository or a folder says about one of its entries, before its content is read. */
export type EntryHead = {
  /** With `/`. A folder may end with one. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'link' | 'special_file' | 'submodule'
  /** Of a file, in bytes. */
  readonly size: number
}

/** The files of a skill by path inside its folder, with `/`. Every path passed `createEntryCheck`. */
export type Files = ReadonlyMap<string, Uint8Array>

export const maxUnpackedBytes = 50 * 1024 * 1024
export const maxFiles = 2_000
/** Folders of the deepest file. */
const maxDepth = 10
const maxNameBytes = 255

const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/**
 * Checks the entries of one source, in any order, so that writing its files can touch nothing outside of their folder
 * and gives the same files on every system. Returns why an entry is refused.
 */
export function createEntryCheck(): (head: EntryHead) => SourceRefusal | undefined {
  const known = new Map<string, { readonly path: string; readonly isFolder: boolean }>()
  let files = 0
  let entries = 0
  let bytes = 0

  /** Whether the path, as case-insensitive systems compare it, is free or the same folder. */
  function claim(path: string, isFolder: boolean): boolean {
    const found = known.get(folded(path))
    if (found !== undefined) return isFolder && found.isFolder && found.path === path
    known.set(folded(path), { path, isFolder })
    return true
  }

  return ({ path, kind, size }) => {
    const refused = (problem: EntryProblem) => refuse('entry', { entry: shown(path), problem })
    if (kind !== 'file' && kind !== 'folder') return refused(kind)
    entries += 1
    if (kind === 'file') files += 1
    if (files > maxFiles || entries > 2 * maxFiles) return refuse('too_many_files', { limit: maxFiles })
    bytes += size
    // Also for a size that is no number or less than nothing, which would take from the sum.
    if (!(size >= 0 && bytes <= maxUnpackedBytes))
      return refuse('too_large', { what: 'content', limitBytes: maxUnpackedBytes })

    const segments = (kind === 'folder' ? path.replace(/^\.\/|\/$/g, '') : path.replace(/^\.\//, '')).split('/')
    if (kind === 'folder' && segments.length === 1 && /^\.?$/.test(segments[0] ?? '')) return undefined
    const problem = problemOf(path, segments)
    if (problem !== undefined) return refused(problem)
    if (segments.length > maxDepth + 1) return refused('too_deep')
    for (let length = 1; length <= segments.length; length += 1) {
      const isFolder = kind === 'folder' || length < segments.length
      if (!claim(segments.slice(0, length).join('/'), isFolder)) return refused('collision')
    }
    return undefined
  }
}

/** The path of an entry that passed the check. */
export const plainPath = (path: string): string => path.replace(/^\.\//, '')

/** Whether people do not see a character of it, or it has more than one line. U+FFFD stands for bytes that are not UTF-8. */
const hasMark = (segment: string): boolean => withMarks(segment).includes('\ufffd')

function problemOf(path: string, segments: readonly string[]): EntryProblem | undefined {
  if (/^(?:[/\\]|[A-Za-z]:)/.test(path)) return 'absolute'
  if (segments.some((segment) => segment === '..')) return 'outside'
  for (const segment of segments) {
    if (segment === '' || segment === '.' || segment.includes('\\') || hasMark(segment)) return 'bad_name'
    if (Buffer.byteLength(segment) > maxNameBytes) return 'bad_name'
    if (/[<>:"|?*]|[. ]$/.test(segment) || device.test(segment)) return 'windows_name'
    // A program that runs git in the folder would run what such a folder configures.
    if (/^(?:\.git|git~1)$/i.test(segment)) return 'git_folder'
  }
  return undefined
}

/**
 * Equal for names that some system takes for the same: other case, or other Unicode form. Lower case comes first, because
 * ẞ has no other upper case, and the upper case of ß is SS. Twice, because a change of case can give a letter that has
 * another form.
 */
const folded = (path: string): string => foldedOnce(foldedOnce(path))
const foldedOnce = (path: string): string => path.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase()

/** Whether a file is a stand-in for content that a Git LFS server has. */
export const isLfsPointer = (content: Uint8Array): boolean =>
  content.length < 1024 &&
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n/.test(Buffer.from(content).toString())

/** Files without the one folder that holds all of them, as many archives have. */
export function withoutRoot(files: Files): { readonly files: Files; readonly root: string | undefined } {
  const [root = '', ...more] = new Set([...files.keys()].map((path) => path.split('/', 1).join('')))
  if (more.length > 0 || root === '' || files.has(root)) return { files, root: undefined }
  return { files: new Map([...files].map(([path, content]) => [path.slice(root.length + 1), content])), root }
}
