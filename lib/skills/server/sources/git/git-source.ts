import { posix } from 'node:path'
import { createEntryCheck, type Files, isLfsPointer } from '../check-entries.ts'
import { chooseSkill, describeSkill, manifestNames, skillFoldersIn } from '../choose-skill.ts'
import type { Download } from '../download.ts'
import { fetchedSkill, offeredSkill } from '../fetched-skill.ts'
import { sourceText } from '../parse-source.ts'
import type { Fetched, FetchOptions, Listed, SourceSpec } from '../source.ts'
import { refuse, type SourceRefusal, shown } from '../source-refusal.ts'
import type { GitObjects } from './pack.ts'
import { MalformedGit } from './pack.ts'
import { commitId, openRepository, type Repository } from './repository.ts'
import { folderAt, type TreeEntry, treeOf, walkTree } from './walk-tree.ts'

type GitSpec = Extract<SourceSpec, { kind: 'git' }>

/** What a commit has below the path of the source. `entries` are relative to it. */
type Tree = {
  readonly ok: true
  readonly repository: Repository
  readonly commit: string
  readonly ref: string | undefined
  readonly objects: GitObjects
  readonly entries: readonly TreeEntry[]
  /** The folders of the entries that are skills. */
  readonly folders: readonly string[]
}

const maxListed = 2_000

async function readTree(spec: GitSpec, pinned: string | undefined, download: Download): Promise<Tree | SourceRefusal> {
  const repository = await openRepository(spec.url, download)
  if (!repository.ok) return repository
  const resolved = await repository.resolve(pinned ?? spec.ref)
  if (!resolved.ok) return resolved
  const { commit } = resolved
  const got = await repository.commit(commit)
  if (!got.ok) return got
  const { objects } = got
  const root = folderAt(objects, treeOf(objects, commit), spec.path)
  if (root === undefined) return refuse('not_found', { what: shown(spec.path) })
  const entries = walkTree(objects, root)
  const folders = skillFoldersIn(entries.flatMap(({ kind, path }) => (kind === 'file' ? [path] : [])))
  return {
    ok: true,
    repository,
    commit,
    ref: pinned === undefined ? resolved.ref : spec.ref,
    objects,
    entries,
    folders,
  }
}

/** The contents of files, downloaded where the server left them out. */
async function contentsOf(
  { repository, objects }: Tree,
  entries: readonly TreeEntry[],
): Promise<{ readonly ok: true; readonly files: Files } | SourceRefusal> {
  const missing = new Set(entries.flatMap(({ id }) => (objects.has(id) ? [] : [id])))
  const got = missing.size === 0 ? undefined : await repository.blobs([...missing])
  if (got !== undefined && !got.ok) return got
  const files = new Map<string, Uint8Array>()
  for (const { path, id } of entries) {
    const blob = objects.get(id) ?? got?.objects.get(id)
    if (blob?.type !== 'blob') throw new MalformedGit('a file is missing')
    files.set(path, blob.content)
  }
  return { ok: true, files }
}

/** The text of the source of one folder. */
const textOf = (spec: GitSpec, folder: string): string =>
  sourceText({ ...spec, path: [spec.path, folder].filter((part) => part !== '').join('/'), name: undefined })

/** What a skill at the root is called by its address. */
const rootName = ({ url, path }: GitSpec): string =>
  posix.basename(path) || posix.basename(new URL(url).pathname).replace(/\.git$/, '')

/** A name at the root of a repository is its author's choice; a folder inside has the name of its skill. */
const namedBy = (spec: GitSpec, folder: string) =>
  ({ name: posix.basename(folder) || rootName(spec), isRoot: folder === '' && spec.path === '' }) as const

export async function listGit(spec: GitSpec, download: Download): Promise<Listed | SourceRefusal> {
  return await refusingMalformed(async () => {
    const tree = await readTree(spec, undefined, download)
    if (!tree.ok) return tree
    const { folders } = tree
    if (folders.length > maxListed) return refuse('too_many_skills', { limit: maxListed })
    const wanted = new Set(folders.flatMap((folder) => manifestNames.map((name) => posix.join(folder, name))))
    const read = await contentsOf(
      tree,
      tree.entries.filter(({ kind, path }) => kind === 'file' && wanted.has(path)),
    )
    if (!read.ok) return read
    const offered = folders.map((folder) => {
      const manifests = manifestNames.flatMap((name) => {
        const content = read.files.get(posix.join(folder, name))
        return content === undefined ? [] : [[name, content] as const]
      })
      const { name, isRoot } = namedBy(spec, folder)
      return offeredSkill({ ...describeSkill(new Map(manifests), name, isRoot), source: textOf(spec, folder) })
    })
    return { ok: true, offered }
  })
}

export async function fetchGit(
  spec: GitSpec,
  { parent, name, commit }: Pick<FetchOptions, 'name' | 'commit'> & { readonly parent: string },
  download: Download,
): Promise<Fetched | SourceRefusal> {
  if (commit !== undefined && !commitId.test(commit))
    return refuse('commit_not_found', { url: spec.url, commit: shown(commit) })
  return await refusingMalformed(async () => {
    const tree = await readTree(spec, commit, download)
    if (!tree.ok) return tree
    const wanted = name ?? spec.name
    const sourceOf = (folder: string) => textOf(spec, folder)
    const chosen = chooseSkill(tree.folders, { name: wanted, what: sourceText(spec), sourceOf })
    if (!chosen.ok) return chosen
    const { folder } = chosen
    const inside = tree.entries.flatMap((entry) => {
      if (folder === '') return [entry]
      return entry.path.startsWith(`${folder}/`) ? [{ ...entry, path: entry.path.slice(folder.length + 1) }] : []
    })
    const checkNames = createEntryCheck()
    for (const { path, kind } of inside) {
      const refusal = checkNames({ path, kind, size: 0 })
      if (refusal !== undefined) return refusal
    }
    const read = await contentsOf(
      tree,
      inside.filter(({ kind }) => kind === 'file'),
    )
    if (!read.ok) return read
    const checkSizes = createEntryCheck()
    for (const [path, content] of read.files) {
      const refusal = checkSizes({ path, kind: 'file', size: content.length })
      if (refusal !== undefined) return refusal
      if (isLfsPointer(content)) return refuse('entry', { entry: shown(path), problem: 'lfs_pointer' })
    }
    const named = namedBy(spec, folder)
    const described = describeSkill(read.files, named.name, named.isRoot)
    if (wanted !== undefined && folder === '' && described.name !== wanted) {
      return refuse('skill_not_found', { name: wanted, offered: [described.name] })
    }
    const facts = { name: described.name, source: sourceOf(folder), commit: tree.commit, ref: tree.ref }
    return await fetchedSkill(parent, read.files, facts)
  })
}

function refusingMalformed<Result>(work: () => Promise<Result>): Promise<Result | SourceRefusal> {
  return work().catch((cause: unknown) => {
    if (cause instanceof MalformedGit) return refuse('malformed', { what: 'git', detail: cause.message })
    throw cause
  })
}
