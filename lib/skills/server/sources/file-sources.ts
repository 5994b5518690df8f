import { posix } from 'node:path'
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

/** All files of a source, before one skill is chosen. `name`: what the root is called. */
type Whole = { readonly ok: true; readonly files: Files; readonly name: string; readonly digest: string | undefined }
type FolderSpec = Extract<SourceSpec, { kind: 'folder' }>
type ArchiveSpec = Extract<SourceSpec, { kind: 'archive' }>

export const maxArchiveBytes = 20 * 1024 * 1024

/** Reads a folder of this machine. Links are refused. Packages and the folders of git are left out. */
export async function readFolder({ path }: FolderSpec): Promise<Whole | SourceRefusal> {
  const read = await readSkillFiles(path, {
    maxFiles,
    maxFolders: maxFiles,
    maxBytes: maxUnpackedBytes,
    isPart: (name) => name !== 'node_modules' && name !== '.git',
  })
  if (!read.ok) {
    const { file, message } = read.problem
    return refuse('folder', { path: shown(path), file: shown(file), detail: message })
  }
  const { files, folder } = read.skill
  const check = createEntryCheck()
  for (const [inside, { length }] of files) {
    const refusal = check({ path: inside, kind: 'file', size: length })
    if (refusal !== undefined) return refusal
  }
  return { ok: true, files, name: folder.replaceAll('\\', '/').split('/').at(-1) ?? '', digest: undefined }
}

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
  const { files, root } = withoutRoot(read.files)
  const name = posix.basename(new URL(url).pathname).replace(/\.(?:tar\.gz|tgz|zip)$/i, '')
  return { ok: true, files, name: root ?? name, digest }
}

const textOf = (spec: FolderSpec | ArchiveSpec, folder: string): string =>
  spec.kind === 'folder'
    ? sourceText({ ...spec, path: folder === '' ? spec.path : `${spec.path.replace(/[/\\]$/, '')}/${folder}` })
    : sourceText({ ...spec, name: folder === '' ? undefined : posix.basename(folder) })

/** The skills among the files. */
export function listFiles(spec: FolderSpec | ArchiveSpec, { files, name, digest }: Whole): Listed {
  const offered = skillFoldersIn(files.keys()).map((folder): Offered => {
    const isRoot = folder === ''
    const described = describeSkill(filesBelow(files, folder), isRoot ? name : posix.basename(folder), isRoot)
    return offeredSkill({ ...described, source: textOf(spec, folder), digest })
  })
  return { ok: true, offered }
}

/** One skill among the files. */
export async function fetchFiles(
  spec: FolderSpec | ArchiveSpec,
  whole: Whole,
  { parent, name }: Pick<FetchOptions, 'name'> & { readonly parent: string },
): Promise<Fetched | SourceRefusal> {
  const wanted = name ?? (spec.kind === 'archive' ? spec.name : undefined)
  const sourceOf = (folder: string) => textOf(spec, folder)
  const chosen = chooseSkill(skillFoldersIn(whole.files.keys()), { name: wanted, what: sourceText(spec), sourceOf })
  if (!chosen.ok) return chosen
  const { folder } = chosen
  const files = filesBelow(whole.files, folder)
  const described = describeSkill(files, folder === '' ? whole.name : posix.basename(folder), folder === '')
  if (wanted !== undefined && folder === '' && described.name !== wanted) {
    return refuse('skill_not_found', { name: wanted, offered: [described.name] })
  }
  return await fetchedSkill(parent, files, { name: described.name, source: sourceOf(folder), digest: whole.digest })
}
