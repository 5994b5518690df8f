import { readdir, realpath } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { sha256OfBytes } from '#runner/core/hash.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'
import { createEntryCheck, type Files, maxFiles, maxUnpackedBytes, withoutRoot } from './check-entries.ts'
import { chooseSkill, describeSkill, filesBelow, skillFoldersIn } from './choose-skill.ts'
import type { Download } from './download.ts'
import { fetchedSkill, offeredSkill } from './fetched-skill.ts'
import { sourceText } from './parse-source.ts'
import { readArchive } from './read-archive.ts'
import type { Fetched, FetchOptions, Listed, Offered, SourceSpec } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

type FolderSpec = Extract<SourceSpec, { kind: 'folder' }>
type ArchiveSpec = Extract<SourceSpec, { kind: 'archive' }>
type Read = { readonly ok: true; readonly files: Files }

/** A source, before one skill is chosen. `paths`: of its files. `name`: what the root is called. */
type Whole = {
  readonly ok: true
  readonly paths: readonly string[]
  readonly name: string
  readonly digest: string | undefined
  /** The files of one of its folders. */
  read(folder: string): Promise<Read | SourceRefusal>
}

const maxArchiveBytes = 20 * 1024 * 1024

/** In a repository beside its skills. */
const maxPaths = 100_000
/** Packages and the folders of git are left out. */
const isPart = (name: string): boolean => name !== 'node_modules' && name !== '.git'

/**
 * Opens a folder of this machine. Only what is in the folder of a skill counts for it: links and special files are
 * refused there, as in a repository, and never followed.
 */
export async function openFolder({ path }: FolderSpec): Promise<Whole | SourceRefusal> {
  const root = await realpath(path).catch(() => undefined)
  if (root === undefined) return refuseFolder(path, '', 'does not exist')
  const paths: string[] = []
  const waiting = ['']
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    const entries = await readdir(join(root, inside), { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined && inside === '') return refuseFolder(path, '', 'is not a readable folder')
    for (const entry of entries ?? []) {
      if (!isPart(entry.name)) continue
      const at = posix.join(inside, entry.name)
      if (entry.isDirectory()) waiting.push(at)
      else if (entry.isFile()) paths.push(at)
      if (paths.length + waiting.length > maxPaths) return refuse('too_many_files', { limit: maxPaths })
    }
  }
  const name = root.replaceAll('\\', '/').split('/').at(-1) ?? ''
  return { ok: true, paths, name, digest: undefined, read: (folder) => readFolder(path, folder) }
}

async function readFolder(path: string, folder: string): Promise<Read | SourceRefusal> {
  const limits = { maxFiles, maxFolders: maxFiles, maxBytes: maxUnpackedBytes, isPart }
  const read = await readSkillFiles(join(path, folder), limits)
  if (!read.ok) return refuseFolder(path, posix.join(folder, read.problem.file), read.problem.message)
  const { files } = read.skill
  const check = createEntryCheck()
  for (const [inside, { length }] of files) {
    const refusal = check({ path: inside, kind: 'file', size: length })
    if (refusal !== undefined) return refusal
  }
  return { ok: true, files }
}

const refuseFolder = (path: string, file: string, detail: string): SourceRefusal =>
  refuse('folder', { path: shown(path), file: shown(file === '.' ? '' : file), detail })

/** Downloads and reads an archive. `expected`: its digest, which is checked before anything is unpacked. */
export async function downloadArchive(
  url: string,
  download: Download,
  expected: string | undefined,
): Promise<Whole | SourceRefusal> {
  const got = await download({ url, what: 'archive', maxBytes: maxArchiveBytes })
  if (!got.ok) return got
  const digest = `sha256:${await sha256OfBytes(got.body)}`
  if (expected !== undefined && digest !== expected) {
    return refuse('digest_mismatch', { what: shown(url), expected, got: digest })
  }
  const read = await readArchive(got.body)
  if (!read.ok) return read
  // The manifest of a refused skill stands for it in the list of skills.
  const named = [...read.refused.keys()].map((folder) => [`${folder}/SKILL.md`, new Uint8Array()] as const)
  const { files, root = '' } = withoutRoot(new Map([...read.files, ...named]))
  const name = posix.basename(new URL(url).pathname).replace(/\.(?:tar\.gz|tgz|zip)$/i, '')
  return {
    ok: true,
    paths: [...files.keys()],
    name: root === '' ? name : root,
    digest,
    read: async (folder) =>
      read.refused.get(posix.join(root, folder)) ?? { ok: true, files: filesBelow(files, folder) },
  }
}

const textOf = (spec: FolderSpec | ArchiveSpec, folder: string): string =>
  spec.kind === 'folder'
    ? sourceText({ ...spec, path: folder === '' ? spec.path : `${spec.path.replace(/[/\\]$/, '')}/${folder}` })
    : sourceText({ ...spec, name: folder === '' ? undefined : posix.basename(folder) })

/** The skills of the source. One whose files are refused is offered by the name of its folder alone. */
export async function listFiles(spec: FolderSpec | ArchiveSpec, { paths, name, digest, read }: Whole): Promise<Listed> {
  const offered: Offered[] = []
  for (const folder of skillFoldersIn(paths)) {
    const isRoot = folder === ''
    const got = await read(folder)
    const described = describeSkill(got.ok ? got.files : new Map(), isRoot ? name : posix.basename(folder), isRoot)
    offered.push(offeredSkill({ ...described, source: textOf(spec, folder), digest }))
  }
  return { ok: true, offered }
}

/** One skill of the source. */
export async function fetchFiles(
  spec: FolderSpec | ArchiveSpec,
  whole: Whole,
  { parent, name }: Pick<FetchOptions, 'name'> & { readonly parent: string },
): Promise<Fetched | SourceRefusal> {
  const wanted = name ?? (spec.kind === 'archive' ? spec.name : undefined)
  const sourceOf = (folder: string) => textOf(spec, folder)
  const chosen = chooseSkill(skillFoldersIn(whole.paths), { name: wanted, what: sourceText(spec), sourceOf })
  if (!chosen.ok) return chosen
  const { folder } = chosen
  const read = await whole.read(folder)
  if (!read.ok) return read
  const described = describeSkill(read.files, folder === '' ? whole.name : posix.basename(folder), folder === '')
  if (wanted !== undefined && folder === '' && described.name !== wanted) {
    return refuse('skill_not_found', { name: wanted, offered: [described.name] })
  }
  return await fetchedSkill(parent, read.files, {
    name: described.name,
    source: sourceOf(folder),
    digest: whole.digest,
  })
}
