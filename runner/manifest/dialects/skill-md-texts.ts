import { quoted } from '../../core/quoted.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Draft } from './draft.ts'
import type { YamlText } from './parse-yaml.ts'
import { plainName } from './skill-metadata.ts'

/** The keys that the Agent Skills format defines. */
export const agentSkillKeys = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'] as const
const knownKeys: readonly string[] = [...agentSkillKeys, 'version', 'author', 'trust', 'safe']

const longest = { description: 1024, license: 200, author: 200, compatibility: 500 } as const

/** Reads the top-level texts of a frontmatter, and notes the unknown keys. Returns the skill's name. */
export function readTexts(
  fields: Readonly<Record<string, unknown>>,
  folder: string,
  draft: Draft,
  yaml: Pick<YamlText, 'source'>,
): string {
  const textOf = (key: string): string | undefined => {
    const value = fields[key]
    if (value === undefined || value === null) return undefined
    if (typeof value === 'string') return value.trim()
    if (typeof value !== 'object') return yaml.source([key]) ?? String(value)
    draft.refuse([key], 'is not text', `write it as one text: ${key}: …`, 'value')
    return undefined
  }
  const cut = (key: keyof typeof longest): string | undefined => {
    const text = textOf(key)
    if (text === undefined || text.length <= longest[key]) return text
    draft.note([key], `is ${text.length} characters long and is cut to ${longest[key]}`, 'shorten it')
    return text.slice(0, longest[key]).toWellFormed()
  }
  const description = cut('description')
  if (description) draft.set(['description'], description, ['description'])
  for (const key of ['license', 'author'] as const) {
    const text = cut(key)
    if (text) draft.set([key], text, [key])
  }
  const compatibility = cut('compatibility')
  if (compatibility) draft.state(`compatibility: ${compatibility}`)
  const tools = fields['allowed-tools']
  const written = Array.isArray(tools) ? tools.map(String).join(' ') : typeof tools === 'string' ? tools : undefined
  if (written) draft.state(`allowed-tools: ${written.slice(0, 500)}; this grants nothing here`)
  for (const key of Object.keys(fields)) {
    if (knownKeys.includes(key)) continue
    const remedy = didYouMean(key, knownKeys, 'remove it, or put it under metadata')
    draft.note([key], 'is not read here and grants nothing', remedy)
  }
  return readName(textOf('name'), folder, draft)
}

/** The name as written, or the nearest one that the platform accepts. */
function readName(written: string | undefined, folder: string, draft: Draft): string {
  const name = plainName(written ?? folder) ?? plainName(folder)
  if (name === undefined) {
    draft.refuse(['name'], `is ${quoted(written ?? folder)}`, 'use lower-case letters a-z, digits and hyphens', 'value')
    return folder
  }
  draft.set(['name'], name, ['name'])
  if (written === undefined) draft.note(['name'], `is missing, and is taken from the folder`, `add name: ${name}`)
  else if (name !== written) draft.note(['name'], `${quoted(written)} is read as ${name}`, `write name: ${name}`)
  if (name !== folder) {
    draft.note(['name'], `is ${name}, but the folder is named ${quoted(folder)}`, 'give both the same name')
  }
  return name
}
