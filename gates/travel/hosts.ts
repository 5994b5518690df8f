import { domainToASCII } from 'node:url'
import { isPathOfSkill } from '#runner/manifest/read-folder.ts'
import { fileKindOf, textOf } from '../file-kind.ts'
import { scannedText } from '../scanned-text.ts'
import { constantsIn, type FoldedText, foldedTexts, unknown } from './fold-constants.ts'

export type FoundHost = {
  /** In lower case, without port. `undefined`: known only at run time. */
  readonly host: string | undefined
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
  /** `run`: the program connects to the host. `install`: its build or installation does. */
  readonly use: 'run' | 'install'
}

/** Hosts that programs never fetch from the network: namespaces, loopback and reserved names. */
const identifiers =
  /^(?:www\.)?(?:w3\.org|schema\.org|json-schema\.org|purl\.org|xmlns\.com)$|^(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)$|(?:^|\.)(?:example|test|invalid|localhost)$|(?:^|\.)example\.(?:com|org|net)$|^json\.schemastore\.org$/
/** Clients accept one slash, and backslashes, for the two slashes of a URL. */
const url =
  /\b(?:https?|wss?|ftp|git\+https?|git\+ssh|ssh):[\\/]+(?:[^\s/?#"'`\\<>@]{0,200}@)?([^\s/?#"'`\\<>()|;,]{1,260})/gi
const bareHost = /^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d{1,5})?$/i
const reaches =
  /(?:\b(?:host|hostname|server|domain|endpoint|base_?url|authority)["']?\s*[:=]\s*|(?:connect|connection|lookup|resolve\w*|gethostbyname|getaddrinfo|Socket)\s*\(\s*\(?\s*(?:\d+\s*,\s*)?)$/i

/** Every host in the files of a release. Tests and examples are not part of a release. */
export function findHosts(files: ReadonlyMap<string, Uint8Array>): FoundHost[] {
  const sources = [...files].flatMap(([file, bytes]) => {
    if (!isPathOfSkill(file)) return []
    const kind = fileKindOf(file, bytes)
    return kind.kind === 'text' ? [{ file, kind, source: scannedText(file, kind, textOf(bytes)) }] : []
  })
  const code = sources.flatMap(({ file, kind: { language }, source }) =>
    language === 'javascript' || language === 'python' ? [{ file, language, source }] : [],
  )
  // All files share constants by name. The second round resolves constants that use constants of a later file.
  // A name with several texts stays unknown.
  let constants = new Map<string, string>()
  for (let round = 0; round < 2; round += 1) {
    const [known, own] = [constants, new Map<string, string>()]
    for (const { language, source } of code) {
      for (const [name, text] of constantsIn(language, source.text, { get: (one) => known.get(one) ?? own.get(one) })) {
        const before = own.get(name)
        own.set(name, before === undefined || before === text ? text : unknown)
      }
    }
    constants = own
  }
  const found: FoundHost[] = []
  for (const { file, language, source } of code) {
    for (const folded of foldedTexts(language, source.text, constants)) {
      for (const host of hostsOf(folded)) {
        found.push({ host, file, ...source.placeOf(folded.start), text: shown(folded.text), use: 'run' })
      }
    }
  }
  for (const { file, kind, source } of sources) {
    const isScript =
      kind.language === 'shell' || file.endsWith('package.json') || /(?:^|\/)requirements[\w-]*\.txt$/.test(file)
    if (!isScript) continue
    for (const match of withoutComments(source.text, kind.language === 'shell').matchAll(url)) {
      const host = hostIn(match[1] ?? '', /[${]/)
      const use = kind.language === 'shell' && !isBuild(file) ? 'run' : 'install'
      if (isScriptUrl(file, source.text, match.index) && !isIdentifier(host)) {
        found.push({ host, file, ...source.placeOf(match.index), text: match[0], use })
      }
    }
  }
  return found
}

const isBuild = (file: string): boolean => /(?:^|\/)(?:Dockerfile|Containerfile)[\w.-]*$/i.test(file)

/** In a package.json, URLs in scripts and dependencies count, but not metadata such as the homepage. */
function isScriptUrl(file: string, text: string, at: number): boolean {
  if (!file.endsWith('package.json')) return true
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  return !/"(?:homepage|url|bugs|repository|\$schema|license|author|funding)"\s*:[^,]*$/.test(line)
}

const isIdentifier = (host: string | undefined): boolean => host !== undefined && identifiers.test(host)

function* hostsOf({ text, context }: FoldedText): Generator<string | undefined> {
  for (const [, authority = ''] of asClientsRead(text).matchAll(url)) {
    const host = hostIn(authority, /\0/)
    if (!isIdentifier(host)) yield host
  }
  const [before = ''] = context.split('\u0001')
  if (bareHost.test(text) && reaches.test(before) && !isIdentifier(hostIn(text, /\0/))) yield hostIn(text, /\0/)
}

/** Clients remove tabs and line breaks from a URL. A text with several URLs is a list, in which they separate. */
function asClientsRead(text: string): string {
  const whole = text.trim().replaceAll(/[\t\n\r]/g, '')
  return /^[a-z+]{2,9}:\S*$/i.test(whole) && whole.split(/:[\\/]/).length === 2 ? whole : text
}

/** The host of an authority. `undefined`: a part of it is built at run time. */
function hostIn(authority: string, dynamic: RegExp): string | undefined {
  if (dynamic.test(authority)) return undefined
  const host = authority.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()
  // Manifests declare the ASCII form of a name, as in `xn--mnchen-3ya.de`.
  return host === '' ? undefined : domainToASCII(host) || host
}

const shown = (text: string): string => text.replaceAll(unknown, '…')

/** Replaces comments with spaces of the same length, so that offsets stay correct. Reads a run of blank lines once. */
const withoutComments = (text: string, isShell: boolean): string =>
  isShell ? text.replaceAll(/(?<![^\n])[^\S\n]*#[^\n]*/g, (comment) => ' '.repeat(comment.length)) : text
