import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { indexName } from '../sources/build-registry.ts'
import { shown } from '../sources/source-refusal.ts'
import { notPublished, type Published } from './publish-problem.ts'

/** The current commit of a repository, and the text of the registry's index in it. */
type Committed = {
  readonly folder: string
  readonly commit: string
  /** The folder inside the repository, empty or ending with `/`. */
  readonly prefix: string
  /** Undefined: the commit has none. */
  readonly index: string | undefined
}

type BranchRequest = {
  readonly branch: string
  /** By path inside the registry. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly message: string
}

/** With `rules` below: nothing that a repository configures may run, neither hooks nor programs that fetch objects. */
const settings = [`core.hooksPath=${devNull}`, 'core.fsmonitor=false']

type GitOptions = { readonly input?: string | Uint8Array; readonly index?: string }
type GitEnd = { readonly code: number | 'absent'; readonly out: string; readonly err: string }

const maxOutputBytes = 16 * 1024 * 1024

function git(folder: string, args: readonly string[], { input = '', index }: GitOptions = {}): Promise<GitEnd> {
  // biome-ignore lint/style/noProcessEnv: the git program needs the user's path and home folder, and no other variable.
  const { PATH, HOME, USERPROFILE, SystemRoot, NODE_ENV } = process.env
  const user = { PATH, HOME, USERPROFILE, SystemRoot, NODE_ENV }
  const rules = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C' }
  const env = { ...user, ...rules, ...(index !== undefined && { GIT_INDEX_FILE: index }) }
  return new Promise((resolve) => {
    const all = [...settings.flatMap((one) => ['-c', one]), ...args]
    const options = { cwd: folder, env, maxBuffer: maxOutputBytes, encoding: 'utf8' } as const
    const child = execFile('git', all, options, (error, out, err) => {
      const { code } = error ?? { code: 0 }
      resolve({ code: code === 'ENOENT' ? 'absent' : typeof code === 'number' ? code : 1, out, err })
    })
    // A program that ends before it has read everything says why by its exit code.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

const failed = (command: string, { err }: GitEnd) =>
  notPublished({ code: 'git', command, detail: shown(err.trim().split('\n').at(-1) ?? '') })

/** Reads the registry in the current commit of a repository. `folder`: the repository, or a folder in it. */
export async function readCommitted(folder: string): Promise<Published<Committed>> {
  // A folder that does not exist looks as if the program was absent.
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return notPublished({ code: 'no_repository', folder: shown(folder, 1024) })
  const head = await git(real, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (head.code === 'absent') return notPublished({ code: 'no_git' })
  if (head.code !== 0) return notPublished({ code: 'no_repository', folder: shown(folder, 1024) })
  const commit = head.out.trim()
  const place = await git(real, ['rev-parse', '--show-prefix'])
  if (place.code !== 0) return failed('rev-parse', place)
  const prefix = place.out.replace(/\n$/, '')
  const found = await git(real, ['ls-tree', '-z', commit, '--', indexName])
  if (found.code !== 0) return failed('ls-tree', found)
  const value = { folder: real, commit, prefix }
  if (found.out === '') return { ok: true, value: { ...value, index: undefined } }
  const read = await git(real, ['cat-file', 'blob', `${commit}:${prefix}${indexName}`])
  return read.code === 0 ? { ok: true, value: { ...value, index: read.out } } : failed('cat-file', read)
}

/**
 * Makes a branch with one commit that adds the files, and answers with the commit. Writes objects only, and then the
 * branch, in one step: the working folder, its files and the current branch stay as they are.
 */
export async function commitToBranch(
  { folder, commit, prefix }: Committed,
  { branch, files, message }: BranchRequest,
): Promise<Published<string>> {
  const parent = await mkdtemp(join(tmpdir(), 'travel-publish-'))
  const index = join(parent, 'index')
  try {
    const base = await git(folder, ['read-tree', commit], { index })
    if (base.code !== 0) return failed('read-tree', base)
    for (const [path, content] of files) {
      const stored = await git(folder, ['hash-object', '-w', '--no-filters', '--stdin'], { input: content })
      if (stored.code !== 0) return failed('hash-object', stored)
      const entry = `100644,${stored.out.trim()},${prefix}${path}`
      const added = await git(folder, ['update-index', '--add', '--cacheinfo', entry], { index })
      if (added.code !== 0) return failed('update-index', added)
    }
    const tree = await git(folder, ['write-tree'], { index })
    if (tree.code !== 0) return failed('write-tree', tree)
    const made = await git(folder, ['commit-tree', tree.out.trim(), '-p', commit], { input: message })
    if (made.code !== 0) return failed('commit-tree', made)
    const id = made.out.trim()
    // Creates the branch, and never moves one.
    const named = await git(folder, ['update-ref', `refs/heads/${branch}`, id, '0'.repeat(id.length)])
    if (named.code === 0) return { ok: true, value: id }
    const known = await git(folder, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])
    return known.code === 0 ? notPublished({ code: 'branch_exists', branch }) : failed('update-ref', named)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}
