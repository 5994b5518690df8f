import type { KeyObject } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '#runner/contract/skill-io.ts'
import { sha256OfBytes } from '#runner/core/hash.ts'
import { readCandidate } from '#runner/manifest/dialects/read-candidate.ts'
import type { Files } from './check-entries.ts'
import { filesBelow, skillFoldersIn } from './choose-skill.ts'
import { readFolder } from './file-sources.ts'
import { RegistryIndex, type RegistryVersion, signRelease } from './registry-index.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'
import { writeArchive } from './write-archive.ts'

export type BuiltRegistry = {
  readonly ok: true
  /** Like `pdf 1.2.0`. `kept`: versions that were there before. */
  readonly added: readonly string[]
  readonly kept: readonly string[]
}

/**
 * Writes a registry that any web server can host: `index.json` and an archive of each version. Versions that are in
 * `out` stay, and none of them may change. Hidden files are left out, because they often hold secrets. `key`: the
 * publisher's private ed25519 key, which signs what is added.
 */
export async function buildRegistry(
  folder: string,
  out: string,
  { key }: { readonly key?: KeyObject } = {},
): Promise<BuiltRegistry | SourceRefusal> {
  const whole = await readFolder({ kind: 'folder', path: folder })
  if (!whole.ok) return whole
  const before = await readIndex(join(out, 'index.json'))
  if (!before.ok) return before
  const skills = new Map(Object.entries(before.index.skills))
  const archives = new Map<string, Uint8Array>()
  const added: string[] = []

  const folders = skillFoldersIn(whole.files.keys())
  if (folders.length === 0) return refuse('no_skill', { what: shown(folder) })
  for (const inside of folders) {
    const files = withoutHidden(filesBelow(whole.files, inside))
    const name = inside.split('/').at(-1) || whole.name
    const facts = factsOf(files, name)
    if (facts === undefined) return refuse('version_needed', { name: shown(name) })
    const { version, description, dependencies, conflicts } = facts
    const archive = await writeArchive(files)
    const digest = `sha256:${await sha256OfBytes(archive)}`
    const versions = { ...skills.get(name)?.versions }
    const known = versions[version]
    if (known !== undefined && known.digest !== digest) {
      return refuse('version_changed', { name, version: shown(version), expected: known.digest, got: digest })
    }
    if (known === undefined) {
      const url = `skills/${name}/${version}.tar.gz`
      const publisher = key === undefined ? {} : { publisher: signRelease({ name, version, digest }, key) }
      const release: RegistryVersion = { url, digest, dependencies, conflicts, ...publisher }
      versions[version] = release
      archives.set(url, archive)
      added.push(`${name} ${version}`)
    }
    skills.set(name, { ...skills.get(name), description, versions })
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
  for (const [url, archive] of archives) {
    await mkdir(dirname(join(out, url)), { recursive: true })
    await writeFile(join(out, url), archive)
  }
  // The index comes last and at once, so that no reader sees one whose archives are missing.
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'index.json.new'), `${JSON.stringify(checked.data, null, 2)}\n`)
  await rename(join(out, 'index.json.new'), join(out, 'index.json'))
  const all = sorted.flatMap(([name, { versions }]) => Object.keys(versions).map((version) => `${name} ${version}`))
  return { ok: true, added, kept: all.filter((one) => !added.includes(one)) }
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

/** The index that is there; an empty one if there is none. */
async function readIndex(file: string): Promise<{ readonly ok: true; readonly index: RegistryIndex } | SourceRefusal> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  })
  if (text === undefined) return { ok: true, index: { version: 1, skills: {} } }
  const checked = RegistryIndex.safeParse(jsonOf(text))
  if (checked.success) return { ok: true, index: checked.data }
  return refuse('malformed', { what: 'index', detail: shown(checked.error.issues[0]?.message ?? '') })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
