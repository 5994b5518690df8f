import { Command } from 'commander'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { parseTravelConfig } from '#lib/platform/server/env/read-travel-config.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { replaceFile, textIfPresent } from '#lib/platform/server/files/replace-file.ts'
import { requireOperatorSources } from '#lib/skills/server/sources/operator-sources.ts'
import { parseSource, presets } from '#lib/skills/server/sources/parse-source.ts'
import { isObject } from '#runner/contract/skill-io.ts'
import { defaultConfig, type TravelConfig } from '#runner/contract/travel-config.ts'
import { jsonOrNot, printableJson } from '#runner/core/json-or-not.ts'
import { CommandFailure, remedyFor } from './expected-failure.ts'
import { fromWorkingDir, oneLine } from './terminal.ts'

type Configured = TravelConfig['skillSources']

const publisherKey = /^[A-Za-z0-9_-]{43}$/
const presetNames: readonly string[] = [...new Set(presets.map(({ name }) => name))]

/** `registry add`, `remove`, `trust`, `distrust` and `list`: the sources in the operator's configuration. */
export const createRegistryAddCommand = (): Command =>
  new Command('add')
    .description(
      'give a source of skills a name, and search it by default; a removed preset is added by its name alone',
    )
    .argument('<name>', 'lower-case words joined by hyphens')
    .argument('[source]', 'owner/repo[/path], an https address of a git repository, well-known:HOST or registry:URL')
    .action(async (name: string, source: string | undefined) => {
      await change((before) => {
        if (source !== undefined) return { ...before, add: { ...before.add, [name]: fromWorkingDir(source) } }
        if (!before.remove.includes(name)) {
          throw new CommandFailure(oneLine(`${name} is not a removed preset. Name a source, too.`), { exitCode: 2 })
        }
        return { ...before, remove: without(before.remove, name) }
      })
      process.stdout.write(`Added ${name}.\n`)
    })

export const createRegistryRemoveCommand = (): Command =>
  new Command('remove')
    .description('remove an added or preset source; skills that are installed from it stay')
    .argument('<name>', 'its name')
    .action(async (name: string) => {
      await change((before) => {
        const { [name]: added, ...add } = before.add
        if (added !== undefined) return { ...before, add }
        const known = presetNames.filter((one) => !before.remove.includes(one))
        if (known.includes(name)) return { ...before, remove: [...before.remove, name] }
        throw new CommandFailure(
          oneLine(`${name} is not a source here: ${remedyFor(name, [...Object.keys(before.add), ...known])}`),
        )
      })
      process.stdout.write(`Removed ${name}.\n`)
    })

/** `trust` and `distrust`. */
export const createRegistryTrustCommand = (isTrusted: boolean): Command =>
  new Command(isTrusted ? 'trust' : 'distrust')
    .description(
      isTrusted
        ? "install a publisher's or a source's skills in the tier verified from now on, still after your approval"
        : 'trust a publisher or a source no longer; skills that are installed keep their tier',
    )
    .argument('<key-or-source>', "a publisher's public key, or the text of a source")
    .action(async (text: string) => {
      await change((before) => {
        const field = publisherKey.test(text) ? 'trustedPublishers' : 'trustedSources'
        const parsed = parseSource(fromWorkingDir(text))
        const value = field === 'trustedSources' && parsed.ok ? parsed.text : text
        const rest = without(before[field], value)
        if (isTrusted) return { ...before, [field]: [...rest, value] }
        if (rest.length < before[field].length) return { ...before, [field]: rest }
        throw new CommandFailure(oneLine(`${text} is not trusted here. See: ${travelCommand('registry list')}`))
      })
      process.stdout.write(`${isTrusted ? 'Trusted' : 'No longer trusted'}: ${oneLine(text)}\n`)
    })

export const createRegistryListCommand = (): Command =>
  new Command('list')
    .description('list the sources of skills, and the publishers and sources that are trusted')
    .option('--json', 'print one line of JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { config, path } = await readConfig()
      const { presets: used } = requireOperatorSources(config, path)
      const { trustedPublishers, trustedSources } = config.skillSources
      const sources = used.map((one) => ({ name: one.name, source: 'source' in one ? one.source : one.site }))
      const facts = { sources, trusted_publishers: trustedPublishers, trusted_sources: trustedSources }
      const lines = [
        ...sources.map(({ name, source }) => `${name}  ${source}`),
        ...trustedPublishers.map((key) => `trusted publisher  ${key}`),
        ...trustedSources.map((source) => `trusted source  ${source}`),
      ]
      process.stdout.write(json ? `${printableJson(facts, 0)}\n` : lines.map((line) => `${oneLine(line)}\n`).join(''))
    })

const without = (list: readonly string[], item: string): string[] => list.filter((one) => one !== item)

async function readConfig() {
  const { path } = readEnv().config
  const text = await textIfPresent(path)
  return { path, text, config: text === undefined ? defaultConfig : parsed(text, path) }
}

/** Every skill may be named: only a start of the app knows which ones there are. */
function parsed(text: string, path: string): TravelConfig {
  const json = jsonOrNot(text)
  const skills = isObject(json) && isObject(json.skills) ? Object.keys(json.skills) : []
  return parseTravelConfig(text, path, skills)
}

/** Changes the sources in the configuration, and nothing else of it. A change that the app would refuse is not written. */
async function change(edit: (before: Configured) => Configured): Promise<void> {
  const { path, text = '{}', config } = await readConfig()
  const json = jsonOrNot(text)
  const all = Object.entries(edit(config.skillSources))
  const skillSources = Object.fromEntries(all.filter(([, value]) => Object.keys(value).length > 0))
  const after = `${JSON.stringify({ ...(isObject(json) ? json : {}), skillSources }, null, 2)}\n`
  requireOperatorSources(parsed(after, path), path)
  await replaceFile(path, after)
}
