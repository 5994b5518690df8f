import { isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import semver from 'semver'
import { notInLine } from '#runner/contract/hidden-text.ts'
import { EgressHost } from '#runner/contract/manifest.ts'
import type { SourceSpec } from './source.ts'
import type { SourceTextProblem } from './source-refusal.ts'

/**
 * Well-known places of skills, as plain data: without an entry, everything else works the same.
 * `name` stands for `source` in the text of a source. `site`: a site whose addresses are `owner/repo[/skill]` on GitHub.
 */
export type Preset = { readonly name: string } & ({ readonly source: string } | { readonly site: string })

export const presets: readonly Preset[] = [
  { name: 'awesome-claude-skills', source: 'github:ComposioHQ/awesome-claude-skills' },
  { name: 'skills.sh', site: 'https://skills.sh/' },
  { name: 'skills.sh', site: 'https://www.skills.sh/' },
]

/** `text` is the canonical form, which a lock file keeps. It parses to the same source. */
export type ParsedSource =
  | { readonly ok: true; readonly spec: SourceSpec; readonly text: string }
  | { readonly ok: false; readonly reason: SourceTextProblem }

type GitSpec = Extract<SourceSpec, { kind: 'git' }>

const maxLength = 2_048
const gitHub = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/
const skillName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const refName = /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)))[A-Za-z0-9._/+@-]{1,200}(?<![/.])$/

/** A part of the text that is not as it must be. Caught in `parseSource`. */
class Unreadable extends Error {
  readonly reason: SourceTextProblem
  constructor(reason: SourceTextProblem) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Parses the text of a source. The text says nothing about whether the source exists.
 *
 * - `./folder`, `../folder`, `/folder`
 * - `owner/repo[/path][@ref][#name]`, also with `github:`, and addresses of `https://github.com` with `[#name]`
 * - `https://host/x.git[#path][@ref]`
 * - `https://host/x.tar.gz[#name]`, also `.tgz` and `.zip`
 * - `well-known:host[/name]`
 * - `registry:https://host/index.json[#name[@range]]`, `registry:/folder[#name[@range]]`
 */
export function parseSource(text: string, known: readonly Preset[] = presets): ParsedSource {
  try {
    const spec = specOf(text.trim(), known)
    return { ok: true, spec, text: sourceText(spec) }
  } catch (cause) {
    if (cause instanceof Unreadable) return { ok: false, reason: cause.reason }
    throw cause
  }
}

/** The canonical text of a source. `parseSource` turns it into the same source. */
export function sourceText(spec: SourceSpec): string {
  switch (spec.kind) {
    case 'folder':
      return spec.path
    case 'git': {
      const at = spec.ref === undefined ? '' : `@${spec.ref}`
      const repository = repositoryOnGitHub(spec.url)
      if (repository === undefined) return `${spec.url}${spec.path === '' ? '' : `#${escaped(spec.path)}`}${at}`
      const path = spec.path === '' ? '' : `/${escaped(spec.path)}`
      return `github:${repository}${path}${at}${spec.name === undefined ? '' : `#${spec.name}`}`
    }
    case 'archive':
      return `${spec.url}${spec.name === undefined ? '' : `#${spec.name}`}`
    case 'well-known':
      return `well-known:${spec.origin.slice('https://'.length)}${spec.name === undefined ? '' : `/${spec.name}`}`
    case 'registry': {
      const range = spec.range === undefined ? '' : `@${spec.range}`
      return `registry:${spec.url}${spec.name === undefined ? '' : `#${spec.name}${range}`}`
    }
  }
}

function specOf(text: string, known: readonly Preset[]): SourceSpec {
  if (text === '') throw new Unreadable('empty')
  if (text.length > maxLength) throw new Unreadable('too_long')
  if (text.search(notInLine) >= 0) throw new Unreadable('control_character')
  if (/^(?:\.{1,2}(?:[/\\]|$)|\/|[A-Za-z]:[/\\])/.test(text)) return folderOf(text)

  const [, scheme = '', rest = ''] = /^([a-z][a-z-]*):(?!\/)(.*)$/.exec(text) ?? []
  if (scheme === 'github') return onGitHub(rest)
  if (scheme === 'well-known') return wellKnownOf(rest)
  if (text.startsWith('registry:')) return registryOf(text.slice('registry:'.length))
  if (/^(?:http|git|ssh|ftp|file|git\+\w+):\/\/|^[\w-]+@[\w.-]+:/i.test(text)) throw new Unreadable('not_https')
  if (/^https:\/\//i.test(text)) return webOf(text, known)

  for (const preset of known) {
    if (!('source' in preset) || text.split('#', 1)[0] !== preset.name) continue
    return specOf(preset.source + text.slice(preset.name.length), [])
  }
  if (/^[\w.-]+\/[^/]/.test(text)) return onGitHub(text)
  throw new Unreadable('unknown_form')
}

function folderOf(text: string): SourceSpec {
  return { kind: 'folder', path: text.replace(/(?<=[^/\\:\s])[/\\\s]+$/, '') }
}

function onGitHub(text: string): GitSpec {
  const [, place = '', ref, name] = /^([^@#]*)(?:@([^#]*))?(?:#(.*))?$/.exec(text) ?? []
  const [owner = '', repo = '', ...path] = place.replace(/\/$/, '').split('/')
  return {
    kind: 'git',
    url: gitHubUrl(owner, repo),
    path: pathOf(path.join('/')),
    ref: refOf(ref),
    name: nameOf(name),
  }
}

function gitHubUrl(owner: string, repo: string): string {
  const name = repo.replace(/\.git$/, '')
  if (!gitHub.test(`${owner}/${name}`) || /^\.{1,2}$/.test(name)) throw new Unreadable('path')
  return `https://github.com/${owner}/${name}.git`
}

function repositoryOnGitHub(url: string): string | undefined {
  const [, repository] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\.git$/.exec(url) ?? []
  return repository !== undefined && gitHub.test(repository) ? repository : undefined
}

function webOf(text: string, known: readonly Preset[]): SourceSpec {
  for (const preset of known) {
    if (!('site' in preset) || !text.startsWith(preset.site)) continue
    const [owner = '', repo = '', name] = text.slice(preset.site.length).replace(/\/$/, '').split('/')
    return { kind: 'git', url: gitHubUrl(owner, repo), path: '', ref: undefined, name: nameOf(name) }
  }
  const [, git, path, ref] = /^(https:\/\/[^/?#]+\/[^?#@]*?\.git)(?:#([^@]*))?(?:@(.*))?$/i.exec(text) ?? []
  if (git !== undefined) {
    const url = urlOf(git).href
    const repository = repositoryOnGitHub(url)
    const inside = { path: pathOf(path ?? ''), ref: refOf(ref), name: undefined }
    return { kind: 'git', url: repository === undefined ? url : `https://github.com/${repository}.git`, ...inside }
  }
  const url = urlOf(text)
  const name = nameOf(text.includes('#') ? url.hash.slice(1) : undefined)
  if (/^(?:www\.)?github\.com$/.test(url.host) && !isArchive(url)) {
    const [owner = '', repo = '', view, ref, ...inside] = url.pathname.slice(1).replace(/\/$/, '').split('/')
    if (view !== undefined && view !== 'tree') throw new Unreadable('unknown_form')
    const unescaped = decoded(inside.join('/'))
    return {
      kind: 'git',
      url: gitHubUrl(owner, repo),
      path: pathOf(escaped(unescaped)),
      ref: refOf(ref === undefined ? undefined : decoded(ref)),
      name,
    }
  }
  if (!isArchive(url)) throw new Unreadable('unknown_form')
  url.hash = ''
  return { kind: 'archive', url: url.href, name }
}

const isArchive = ({ pathname }: URL): boolean => /\.(?:tar\.gz|tgz|zip)$/i.test(pathname)

function wellKnownOf(text: string): SourceSpec {
  const [host = '', name, ...more] = text.split('/')
  if (more.length > 0) throw new Unreadable('path')
  return { kind: 'well-known', origin: urlOf(`https://${host}`).origin, name: nameOf(name === '' ? undefined : name) }
}

function registryOf(text: string): SourceSpec {
  const [, address = '', name, range] = /^([^#]*)(?:#([^@]*)(?:@(.*))?)?$/.exec(text) ?? []
  const url = isAbsolute(address) || isHere(address) ? indexHere(address) : indexOnWeb(address)
  if (range !== undefined && (range.trim() === '' || semver.validRange(range) === null)) throw new Unreadable('range')
  return { kind: 'registry', url, name: nameOf(name), range: range?.trim() }
}

function indexOnWeb(address: string): string {
  if (!/^https:\/\//i.test(address)) throw new Unreadable('not_https')
  const url = urlOf(address)
  if (url.pathname.endsWith('/')) url.pathname += 'index.json'
  return url.href
}

/** Whether the address of an index is on this machine. */
export const isHere = (address: string): boolean => /^file:\/\//i.test(address)

/** The address of the index of a registry in a folder of this machine, by a path or a `file://` address. */
function indexHere(address: string): string {
  const path = isHere(address) ? pathOfFile(address) : address
  if (path.search(notInLine) >= 0) throw new Unreadable('control_character')
  return pathToFileURL(path.endsWith('.json') ? path : join(path, 'index.json')).href
}

function pathOfFile(address: string): string {
  try {
    const url = new URL(address)
    if (url.host === '' && url.search === '') return fileURLToPath(url)
  } catch {
    // Not an address, or one whose encoded slashes no path has.
  }
  throw new Unreadable('path')
}

function urlOf(text: string): URL {
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority.includes('@')) throw new Unreadable('credentials')
  if (!URL.canParse(text)) throw new Unreadable('host')
  if (text.includes('\\')) throw new Unreadable('path')
  const url = new URL(text)
  if (!EgressHost.safeParse(url.host).success) throw new Unreadable('host')
  return url
}

/** The encoded forms of `%`, `#`, `@` and of every space. */
const escapes = /%(?:25|23|40|20|C2%A0|E1%9A%80|E2%80%(?:8[0-9A]|AF)|E2%81%9F|E3%80%80)/g

/** The path inside a repository. `%40`, `%23`, `%25` and `%20` stand for `@`, `#`, `%` and a space. */
function pathOf(text: string): string {
  const path = text.replace(/\/$/, '').replace(escapes, decodeURIComponent)
  if (path === '') return ''
  const isPath = path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (!isPath || path.includes('\\') || path !== path.trim()) throw new Unreadable('path')
  if (path.search(notInLine) >= 0) throw new Unreadable('control_character')
  return path
}

const escaped = (path: string): string => path.replace(/[%#@\s]/g, encodeURIComponent)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new Unreadable('path')
  }
}

function refOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!refName.test(text)) throw new Unreadable('ref')
  return text
}

function nameOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const name = decoded(text)
  if (!skillName.test(name)) throw new Unreadable('name')
  return name
}
