import { ConfigError } from '#lib/platform/server/env/read-travel-config.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import { pathText } from '#runner/manifest/manifest-problem.ts'
import { isHere, type Preset, parseSource, presets, sourceText } from './parse-source.ts'
import type { SourceSpec } from './source.ts'

/** The sources that the operator's configuration names, and whom it trusts. */
export type OperatorSources = {
  /** The presets that are used, and the added sources. */
  readonly presets: readonly Preset[]
  /** The sources in which a search looks. */
  readonly searched: readonly string[]
  /** Whom the operator trusts, if it is the publisher or the source of a skill. */
  trusts(source: string, publisher: string | undefined): 'publisher' | 'source' | undefined
}

const words = {
  not_a_source: ['is not a source', 'write a source like github:owner/repo or registry:https://host/index.json'],
  one_skill: ['names one skill', 'name the whole source, without # and a name'],
  folder: ['is a folder', 'name a source that is reached over https'],
  no_preset: ['is not a preset source', `use one of ${[...new Set(presets.map(({ name }) => name))].join(', ')}`],
} as const

/** The sources without any configuration. */
export const presetSources: OperatorSources = sourcesWith(presets, [], [])

/**
 * The sources that the configuration in a file names.
 *
 * @throws ConfigError with the field and its remedy
 */
export function requireOperatorSources({ skillSources: configured }: TravelConfig, file: string): OperatorSources {
  const wrong = (path: readonly string[], code: keyof typeof words) => {
    const [message, remedy] = words[code]
    return new ConfigError([{ file, line: 1, column: 1, path: pathText(['skillSources', ...path]), message, remedy }])
  }
  const added: Preset[] = []
  for (const [name, text] of Object.entries(configured.add)) {
    const parsed = parseSource(text)
    if (!parsed.ok) throw wrong(['add', name], 'not_a_source')
    if (parsed.spec.kind === 'folder' || (parsed.spec.kind === 'registry' && isHere(parsed.spec.url)))
      throw wrong(['add', name], 'folder')
    // A name may be followed by the name of a skill.
    if (parsed.spec.name !== undefined) throw wrong(['add', name], 'one_skill')
    added.push({ name, source: parsed.text })
  }
  for (const [at, name] of configured.remove.entries()) {
    if (!presets.some((preset) => preset.name === name)) throw wrong(['remove', String(at)], 'no_preset')
  }
  const isUsed = ({ name }: Preset) => !configured.remove.includes(name) && !Object.hasOwn(configured.add, name)
  const used = [...added, ...presets.filter(isUsed)]
  const trusted: SourceSpec[] = []
  for (const [at, text] of configured.trustedSources.entries()) {
    const parsed = parseSource(text, used)
    if (!parsed.ok) throw wrong(['trustedSources', String(at)], 'not_a_source')
    trusted.push(parsed.spec)
  }
  return sourcesWith(used, trusted, configured.trustedPublishers)
}

function sourcesWith(
  used: readonly Preset[],
  trusted: readonly SourceSpec[],
  publishers: readonly string[],
): OperatorSources {
  return {
    presets: used,
    searched: used.flatMap((preset) => ('source' in preset ? [preset.source] : [])),
    trusts(source, publisher) {
      if (publisher !== undefined && publishers.includes(publisher)) return 'publisher'
      const parsed = parseSource(source, [])
      return parsed.ok && trusted.some((one) => isInside(parsed.spec, one)) ? 'source' : undefined
    },
  }
}

/** Whether a source is the trusted one, or one skill or folder of it. */
function isInside(spec: SourceSpec, trusted: SourceSpec): boolean {
  switch (trusted.kind) {
    case 'folder':
      return spec.kind === 'folder' && sourceText(spec) === sourceText(trusted)
    case 'git':
      return (
        spec.kind === 'git' &&
        spec.url === trusted.url &&
        // Another commit or reference can be of a stranger, such as one of a fork or of a pull request.
        spec.ref === trusted.ref &&
        (trusted.path === '' || spec.path === trusted.path || spec.path.startsWith(`${trusted.path}/`)) &&
        isNamed(spec, trusted)
      )
    case 'archive':
      return spec.kind === 'archive' && spec.url === trusted.url && isNamed(spec, trusted)
    case 'well-known':
      return spec.kind === 'well-known' && spec.origin === trusted.origin && isNamed(spec, trusted)
    case 'registry':
      return spec.kind === 'registry' && spec.url === trusted.url && isNamed(spec, trusted)
  }
}

type Named = { readonly name: string | undefined }
const isNamed = (spec: Named, trusted: Named): boolean => trusted.name === undefined || spec.name === trusted.name
