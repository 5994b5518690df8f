import semver from 'semver'
import type { Download } from './download.ts'
import { fetchedSkill, offeredSkill } from './fetched-skill.ts'
import { downloadArchive } from './file-sources.ts'
import { sourceText } from './parse-source.ts'
import { isSignedBy, RegistryIndex } from './registry-index.ts'
import type { Fetched, FetchOptions, Listed, SourceSpec } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'
import { downloadIndex, fileOf, skillIn } from './well-known.ts'

type RegistrySpec = Extract<SourceSpec, { kind: 'registry' }>

const maxShown = 20

/** Every version of every skill, the newest first. */
export async function listRegistry(spec: RegistrySpec, download: Download): Promise<Listed | SourceRefusal> {
  const read = await downloadIndex(spec.url, RegistryIndex, download)
  if (!read.ok) return read
  const offered = Object.entries(read.index.skills).flatMap(([name, skill]) =>
    Object.entries(skill.versions)
      .sort(([a], [b]) => semver.rcompare(a, b))
      .map(([version, { digest, publisher, dependencies = {}, conflicts = [] }]) =>
        offeredSkill({
          name,
          description: skill.description,
          version,
          source: sourceText({ ...spec, name, range: version }),
          digest,
          publisher: publisher?.key,
          dependencies,
          conflicts,
          author: skill.author,
          categories: skill.categories ?? [],
          installs: skill.installs,
          rating: skill.rating,
        }),
      ),
  )
  return { ok: true, offered }
}

export async function fetchRegistry(
  spec: RegistrySpec,
  { parent, ...options }: Pick<FetchOptions, 'name' | 'digest'> & { readonly parent: string },
  download: Download,
): Promise<Fetched | SourceRefusal> {
  const read = await downloadIndex(spec.url, RegistryIndex, download)
  if (!read.ok) return read
  const { skills } = read.index
  const offered = Object.keys(skills)
  const name = options.name ?? spec.name ?? (offered.length === 1 ? offered[0] : undefined)
  if (name === undefined) return refuse('name_needed', { offered: offered.slice(0, maxShown) })
  const versions = Object.hasOwn(skills, name) ? skills[name]?.versions : undefined
  if (versions === undefined)
    return refuse('skill_not_found', { name: shown(name), offered: offered.slice(0, maxShown) })

  const range = spec.range ?? '*'
  const version = semver.maxSatisfying(Object.keys(versions), range)
  const release = version === null ? undefined : versions[version]
  if (version === null || release === undefined) {
    return refuse('version_not_found', { name, range, offered: semver.rsort(Object.keys(versions)).slice(0, maxShown) })
  }
  const { digest, publisher, dependencies = {}, conflicts = [] } = release
  if (options.digest !== undefined && options.digest !== digest) {
    return refuse('digest_mismatch', { what: `${name} ${version}`, expected: options.digest, got: digest })
  }
  if (publisher !== undefined && !isSignedBy({ name, version, digest }, publisher)) {
    return refuse('signature', { name, version })
  }
  const file = fileOf(release.url, read.url)
  if (!file.ok) return file
  const got = await skillIn(await downloadArchive(file.url, download, digest), name)
  if (!got.ok) return got
  const source = sourceText({ ...spec, name, range: spec.range })
  return await fetchedSkill(parent, got.files, { name, version, source, digest, dependencies, conflicts, publisher })
}
