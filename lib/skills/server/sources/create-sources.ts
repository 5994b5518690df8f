import { realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'
import { readBounded } from '#runner/manifest/read-folder.ts'
import { skillFoldersIn } from './choose-skill.ts'
import type { Download } from './download.ts'
import { type DownloadPorts, openDownloads } from './download.ts'
import { fetchedSkill, offeredSkill } from './fetched-skill.ts'
import { downloadArchive, fetchFiles, listFiles, openFolder } from './file-sources.ts'
import { fetchGit, listGit } from './git/git-source.ts'
import { isHere, sourceText } from './parse-source.ts'
import { isSignedBy, RegistryIndex } from './registry-index.ts'
import type { Fetched, FetchOptions, Listed, SourceSpec, Sources } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'
import { downloadIndex, fetchWellKnown, fileOf, listWellKnown, skillIn } from './well-known.ts'

export type SourcesPorts = DownloadPorts & {
  /** Where the private folders of fetched skills are made, such as the folder for temporary files. */
  readonly parent: string
}

export function createSources(ports: SourcesPorts): Sources {
  return {
    async list(spec, signal) {
      const download = openDownloads(ports, signal)
      switch (spec.kind) {
        case 'folder': {
          const whole = await folderOfSkills(spec)
          return whole.ok ? listFiles(spec, whole) : whole
        }
        case 'archive': {
          const whole = await downloadArchive(spec.url, download, undefined)
          return whole.ok ? listFiles(spec, whole) : whole
        }
        case 'git':
          return listGit(spec, download)
        case 'well-known':
          return listWellKnown(spec, download)
        case 'registry':
          return listRegistry(spec, filesOf(spec, download))
      }
    },
    async fetch(spec, { signal, ...options }) {
      const refusal = refusedPin(spec, options)
      if (refusal !== undefined) return refusal
      const download = openDownloads(ports, signal)
      const into = { ...options, parent: ports.parent }
      switch (spec.kind) {
        case 'folder': {
          const whole = await folderOfSkills(spec)
          return whole.ok ? fetchFiles(spec, whole, into) : whole
        }
        case 'archive': {
          const whole = await downloadArchive(spec.url, download, options.digest)
          return whole.ok ? fetchFiles(spec, whole, into) : whole
        }
        case 'git':
          return fetchGit(spec, into, download)
        case 'well-known':
          return fetchWellKnown(spec, into, download)
        case 'registry':
          return fetchRegistry(spec, into, filesOf(spec, download))
      }
    },
  }
}

type Spec<Kind extends SourceSpec['kind']> = Extract<SourceSpec, { kind: Kind }>

/** A folder. One that is a registry has archives instead of skills. */
async function folderOfSkills(spec: Spec<'folder'>) {
  const whole = await openFolder(spec)
  if (!whole.ok || !whole.paths.includes('index.json') || skillFoldersIn(whole.paths).length > 0) return whole
  return refuse('registry_folder', { path: shown(spec.path) })
}

const filesOf = ({ url }: Spec<'registry'>, download: Download): Download =>
  isHere(url) ? downloadHere(url) : download

/** A pin that a kind of source cannot keep is refused, because ignoring it would fetch anything. */
function refusedPin({ kind }: SourceSpec, { commit, digest }: Omit<FetchOptions, 'signal'>): SourceRefusal | undefined {
  if (commit !== undefined && kind !== 'git') return refuse('pin_unsupported', { pin: 'commit', kind })
  if (digest !== undefined && (kind === 'git' || kind === 'folder'))
    return refuse('pin_unsupported', { pin: 'digest', kind })
  return undefined
}

/**
 * Reads the files of a registry in a folder of this machine, as a download reads those on a web server. `fileOf` keeps
 * their addresses below the folder of the index, and links are refused.
 */
function downloadHere(index: string): Download {
  const folder = dirname(fileURLToPath(index))
  return async ({ url, what, maxBytes }) => {
    const file = fileIn(folder, url)
    if (file === undefined) return refuse('entry', { entry: shown(url), problem: 'bad_name' })
    const problem = (detail: string) => refuse('folder', { path: shown(folder), file: '', detail })
    const [root, path] = await Promise.all(
      [folder, join(/* turbopackIgnore: true */ folder, file)].map((one) =>
        realpath(/* turbopackIgnore: true */ one).catch(() => undefined),
      ),
    )
    if (root === undefined) return problem('does not exist')
    if (path === undefined) return problem(`has no ${shown(file)}`)
    if (path !== join(/* turbopackIgnore: true */ root, file))
      return refuse('entry', { entry: shown(file), problem: 'link' })
    const body = await readBounded(path, maxBytes)
    if (body === 'unreadable') return problem(`has ${shown(file)}, which is not a readable file`)
    return body === 'too large' ? refuse('too_large', { what, limitBytes: maxBytes }) : { ok: true, body, url }
  }
}

function fileIn(folder: string, url: string): string | undefined {
  try {
    return relative(folder, fileURLToPath(url))
  } catch {
    // An encoded slash, which no path has.
    return undefined
  }
}

type RegistrySpec = Extract<SourceSpec, { kind: 'registry' }>

const maxShown = 20

/** Every version of every skill, the newest first. */
async function listRegistry(spec: RegistrySpec, download: Download): Promise<Listed | SourceRefusal> {
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

async function fetchRegistry(
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
