/** One package source of a Debian machine: one suite of one mirror. */
export type AptSource = {
  readonly uri: string
  readonly suite: string
  readonly components: readonly string[]
  /** Path of the keyring that signs its packages. Absent: the system's own. */
  readonly keyring: string | undefined
}

export type AptFile = { readonly name: string; readonly text: string }

/**
 * The sources of binary packages in apt's own files, in both of its formats. Disabled and malformed entries are
 * skipped.
 */
export function readAptSources(files: readonly AptFile[]): AptSource[] {
  return files.flatMap(({ name, text }) => {
    if (name.endsWith('.sources')) return stanzas(text)
    return name.endsWith('.list') ? text.split('\n').flatMap(oneLine) : []
  })
}

export type DebianMirror = {
  readonly suite: string
  /** The suite itself first, then its updates and security fixes. */
  readonly sources: readonly [AptSource, ...AptSource[]]
}

/** The machine's sources for Debian itself, in this release. `undefined`: there are none. */
export function debianMirror(sources: readonly AptSource[], codename: string): DebianMirror | undefined {
  const ofSuite = (suite: string) => sources.find((source) => source.suite === suite && isUsable(source))
  const main = ofSuite(codename)
  if (main === undefined) return undefined
  const extra = [`${codename}-updates`, `${codename}-security`].map(ofSuite).filter((source) => source !== undefined)
  return { suite: codename, sources: [main, ...extra] }
}

/** Other publishers name suites after the release too, but only Debian has `main`. Media such as CDs cannot be used. */
function isUsable({ uri, components }: AptSource): boolean {
  return /^https?:\/\//.test(uri) && components.includes('main')
}

/** `deb [signed-by=/path arch=amd64] http://host/debian bookworm main` */
function oneLine(line: string): AptSource[] {
  const [, options = '', rest = ''] = /^\s*deb\s+(?:\[([^\]]*)\]\s*)?([^#]+)/.exec(line) ?? []
  const [uri, suite, ...components] = words(rest)
  if (uri === undefined || suite === undefined) return []
  return [{ uri, suite, components, keyring: keyringOf(/(?:^|\s)signed-by=(\S+)/i.exec(options)?.[1]) }]
}

/** Stanzas of `Field: value`, separated by empty lines; indented lines continue a value. */
function stanzas(text: string): AptSource[] {
  return text.split(/\n[ \t]*\n/).flatMap((stanza) => {
    const fields = new Map<string, string>()
    let last = ''
    for (const line of stanza.split('\n')) {
      if (line.startsWith('#')) continue
      const [, name, value = ''] = /^([A-Za-z-]+):(.*)$/.exec(line) ?? []
      if (name !== undefined) {
        last = name.toLowerCase()
        fields.set(last, value.trim())
      } else if (/^\s/.test(line)) fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`)
    }
    const list = (name: string) => words(fields.get(name) ?? '')
    if (!list('types').includes('deb') || /^(no|false|0)$/i.test(fields.get('enabled') ?? '')) return []
    const keyring = keyringOf(fields.get('signed-by'))
    return list('uris').flatMap((uri) =>
      list('suites').map((suite): AptSource => ({ uri, suite, components: list('components'), keyring })),
    )
  })
}

/** A path. For fingerprints and inline keys the system's own keyring is used. */
function keyringOf(value: string | undefined): string | undefined {
  return value !== undefined && /^\/\S+$/.test(value) ? value : undefined
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
