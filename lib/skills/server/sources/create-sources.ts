import { realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBounded } from '#runner/manifest/read-folder.ts'
import { skillFoldersIn } from './choose-skill.ts'
import type { Download } from './download.ts'
import { type DownloadPorts, openDownloads } from './download.ts'
import { downloadArchive, fetchFiles, listFiles, openFolder } from './file-sources.ts'
import { fetchGit, listGit } from './git/git-source.ts'
import { isHere } from './parse-source.ts'
import { fetchRegistry, listRegistry } from './registry.ts'
import type { FetchOptions, SourceSpec, Sources } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'
import { fetchWellKnown, listWellKnown } from './well-known.ts'

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
