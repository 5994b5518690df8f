import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import semver from 'semver'
import { errorCodeOf } from '#lib/platform/server/db/database-error.ts'
import { makeFolders } from '#lib/platform/server/files/make-folders.ts'
import { textIfPresent } from '#lib/platform/server/files/replace-file.ts'
import { isObject } from '#runner/contract/skill-io.ts'
import { sha256OfBytes } from '#runner/core/hash.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { readCandidate } from '#runner/manifest/dialects/read-candidate.ts'
import type { Files } from './check-entries.ts'
import { skillFoldersIn } from './choose-skill.ts'
import { openFolder } from './file-sources.ts'
import { writeArchive } from './read-archive.ts'
import { isSignedBy, RegistryIndex, type RegistryVersion, type SignedRelease } from './registry-index.ts'
import type { Publisher } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

/** Signs a release. Whatever it throws ends the change before anything is written. */
export type Signer = (release: SignedRelease) => Promise<Publisher>

/** The skills of a folder by name. */
export type NamedFiles = ReadonlyMap<string, Files>

/** What a registry has after new versions were added. Nothing is written yet. */
export type RegistryChange = {
  readonly ok: true
  /** The text of the index. */
  readonly index: string
  /** The new archives, by path inside the registry. */
  readonly archives: ReadonlyMap<string, Uint8Array>
  /** Like `pdf 1.2.0`. `kept`: versions that were there before. */
  readonly added: readonly string[]
  readonly kept: readonly string[]
  /** The given skills as the registry has them. */
  readonly versions: readonly RegisteredSkill[]
}

type RegisteredSkill = {
  readonly name: string
  readonly version: string
  readonly digest: string
  /** The key that signed it, and the one that signed the newest other version. Undefined: unsigned, or there is none. */
  readonly publisher: string | undefined
  readonly otherPublisher: string | undefined
}

export const indexName = 'index.json'

/**
 * Writes a registry that any web server can host: `index.json` and an archive of each version. Versions that are in
 * `out` stay, and none of them may change. `sign`: signs what is added.
 */
export async function buildRegistry(
  folder: string,
  out: string,
  { sign }: { readonly sign?: Signer } = {},
): Promise<Pick<RegistryChange, 'ok' | 'added' | 'kept'> | SourceRefusal> {
  const skills = await readSkills(folder)
  if (!skills.ok) return skills
  const before = await readRegistry(out)
  if (typeof before === 'object') return before
  const change = await addToRegistry(before, skills.skills, sign)
  if (!change.ok) return change
  const { added, kept } = change
  return (await writeRegistry(out, before, change)) ?? { ok: true, added, kept }
}

/** The skills below a folder. Hidden files are left out, because they often hold secrets. */
export async function readSkills(
  folder: string,
): Promise<{ readonly ok: true; readonly skills: NamedFiles } | SourceRefusal> {
  const whole = await openFolder({ kind: 'folder', path: folder })
  if (!whole.ok) return whole
  const folders = skillFoldersIn(whole.paths)
  if (folders.length === 0) return refuse('no_skill', { what: shown(folder) })
  const skills = new Map<string, Files>()
  for (const inside of folders) {
    const name = inside.split('/').at(-1) || whole.name
    if (skills.has(name)) return refuse('ambiguous', { name: shown(name), sources: folders.map((one) => shown(one)) })
    const read = await whole.read(inside)
    if (!read.ok) return read
    skills.set(name, withoutHidden(read.files))
  }
  return { ok: true, skills }
}

/** Adds skills to a registry. `before`: the text of its index. Undefined: a new registry. */
export async function addToRegistry(
  before: string | undefined,
  added: NamedFiles,
  sign: Signer | undefined,
): Promise<RegistryChange | SourceRefusal> {
  const index = RegistryIndex.safeParse(before === undefined ? { version: 1, skills: {} } : jsonOrNot(before))
  if (!index.success) return refuse('malformed', { what: 'index', detail: shown(index.error.issues[0]?.message ?? '') })
  const skills = new Map(Object.entries(index.data.skills))
  const archives = new Map<string, Uint8Array>()
  const news: string[] = []
  const registered: RegisteredSkill[] = []
  for (const [name, files] of added) {
    const facts = factsOf(files, name)
    if (facts === undefined) return refuse('version_needed', { name: shown(name) })
    const { version, description, dependencies, conflicts } = facts
    const archive = await writeArchive(files)
    const digest = `sha256:${await sha256OfBytes(archive)}`
    const versions = new Map(Object.entries(skills.get(name)?.versions ?? {}))
    const known = versions.get(version)
    if (known !== undefined && known.digest !== digest) {
      return refuse('version_changed', { name, version: shown(version), expected: known.digest, got: digest })
    }
    const others = [...versions].filter(([one]) => one !== version).sort(([a], [b]) => semver.rcompare(a, b))
    const otherPublisher = others.find(([, one]) => one.publisher !== undefined)?.[1].publisher?.key
    if (known === undefined) {
      const url = `skills/${name}/${version}.tar.gz`
      const release = { name, version, digest }
      const publisher = await signed(release, sign)
      if (publisher !== undefined && !isSignedBy(release, publisher)) return refuse('signature', release)
      const entry: RegistryVersion = { url, digest, dependencies, conflicts, ...(publisher && { publisher }) }
      versions.set(version, entry)
      archives.set(url, archive)
      news.push(`${name} ${version}`)
    }
    skills.set(name, { ...skills.get(name), description, versions: Object.fromEntries(versions) })
    registered.push({ name, version, digest, publisher: versions.get(version)?.publisher?.key, otherPublisher })
  }

  const sorted = [...skills].sort(([a], [b]) => (a < b ? -1 : 1))
  const checked = RegistryIndex.safeParse({ version: 1, skills: Object.fromEntries(sorted) })
  if (!checked.success) {
    const [issue] = checked.error.issues
    return refuse('index_field', {
      field: shown(issue?.path.map(String).join('.') ?? ''),
      detail: shown(issue?.message ?? ''),
    })
  }
  const all = sorted.flatMap(([name, { versions }]) => Object.keys(versions).map((version) => `${name} ${version}`))
  const kept = all.filter((one) => !news.includes(one))
  return {
    ok: true,
    index: `${JSON.stringify(checked.data, null, 2)}\n`,
    archives,
    added: news,
    kept,
    versions: registered,
  }
}

const signed = async (release: SignedRelease, sign: Signer | undefined) => sign?.(release)

/** The text of the index of a registry. Undefined: there is none. */
export const readRegistry = (out: string): Promise<string | undefined | SourceRefusal> =>
  textIfPresent(join(out, indexName)).catch(asRefusal(out))

/** Why the system does not let this process read or write a registry. */
const folderProblems: Readonly<Record<string, string>> = {
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
  EISDIR: 'has a folder in the place of a file',
  ENOENT: 'cannot be made',
  EACCES: 'cannot be read or written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'cannot be written',
}

/** The refusal for such a problem. Rethrows any other error. */
const asRefusal = (out: string) => (cause: unknown) => {
  const detail = folderProblems[errorCodeOf(cause) ?? '']
  if (detail === undefined) throw cause
  return refuse('folder', { path: shown(out), file: '', detail })
}

/**
 * Writes a change of a registry whose index was `before`. The index comes last and at once, so that no reader sees one
 * whose archives are missing. A write that fails leaves the index as it was, and at most archives that it does not name.
 */
export const writeRegistry = (out: string, before: string | undefined, change: Written) =>
  written(out, before, change).catch(asRefusal(out))

type Written = Pick<RegistryChange, 'index' | 'archives'>

async function written(
  out: string,
  before: string | undefined,
  { index, archives }: Written,
): Promise<SourceRefusal | undefined> {
  for (const [url, archive] of archives) {
    const path = join(out, url)
    makeFolders(dirname(path))
    if (!(await putOnce(path, archive))) return refuse('registry_busy', { file: shown(path, 1024) })
  }
  const path = join(out, indexName)
  const draft = `${path}.new`
  makeFolders(out)
  // Only one writer at a time has this file.
  const file = await open(draft, 'wx').catch(isThere)
  if (file === undefined) return refuse('registry_busy', { file: shown(draft, 1024) })
  try {
    await using _ = file
    if ((await readRegistry(out)) !== before) {
      await rm(draft)
      return refuse('registry_changed', { path: shown(path, 1024) })
    }
    await file.writeFile(index)
    await file.sync()
    await rename(draft, path)
    return undefined
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/** Writes a file as a whole, or finds it as it has to be. False: it is there with another content. */
async function putOnce(path: string, content: Uint8Array): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    await writeFile(draft, content, { flag: 'wx', flush: true })
    // Never replaces a file, as a rename would.
    const linked = await link(draft, path).then(() => true, isThere)
    return linked ?? (await readFile(path)).equals(content)
  } finally {
    await rm(draft, { force: true })
  }
}

function isThere(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'EEXIST') throw cause
  return undefined
}

const withoutHidden = (files: Files): Files =>
  new Map([...files].filter(([path]) => !path.split('/').some((segment) => segment.startsWith('.'))))

/** What the index says about a version. The schema of the index checks the values. Undefined: it has no version. */
function factsOf(files: Files, name: string) {
  const reading = readCandidate(files, { name, pathOf: (file) => file })
  const fields = reading?.ok ? reading.candidate.fields : {}
  const { version, description, dependencies, conflicts_with: conflicts } = fields
  if (typeof version !== 'string' || version === '0.0.0') return undefined
  return {
    version,
    description: typeof description === 'string' ? description : '',
    dependencies: isObject(dependencies) ? textsIn(dependencies) : {},
    conflicts: Array.isArray(conflicts) ? conflicts.filter((one) => typeof one === 'string') : [],
  }
}

const textsIn = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
