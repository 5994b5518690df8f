import type { Trust } from '../../contract/principal.ts'
import { isObject } from '../../contract/skill-io.ts'
import { quoted } from '../../core/quoted.ts'
import { didYouMean } from '../did-you-mean.ts'
import type { Path } from './dialect.ts'
import type { Draft } from './draft.ts'

/** The meaning of a word in `metadata.capabilities`. */
type Meaning = {
  readonly trust: Trust
  /** Whether the capability can change something. Then the skill acts, and needs confirmation. */
  readonly acts: boolean
  /** What the word would have to name to grant something, such as a host. Absent: the word grants `field`. */
  readonly names?: string
  readonly remedy?: string
  readonly field?: 'memory' | 'llm' | 'messages'
}

const egress = 'add a skill.yaml with permissions: { network: { egress: [api.example.com] } }'

/** Most words name an operation but no host, path or binary, so they can only require trust. */
const meanings: Readonly<Record<string, Meaning>> = {
  'http-get': { trust: 'network', acts: false, names: 'host', remedy: egress },
  'http-post': { trust: 'network', acts: true, names: 'host', remedy: egress },
  'read-file': {
    trust: 'write',
    acts: false,
    names: 'path',
    remedy: 'add a skill.yaml with permissions: { filesystem: { read: [data] } }',
  },
  'write-file': {
    trust: 'write',
    acts: true,
    names: 'path',
    remedy: 'add a skill.yaml with permissions: { filesystem: { write: [data] } }',
  },
  'exec-command': {
    trust: 'full',
    acts: true,
    names: 'binary',
    remedy: 'add a skill.yaml with permissions: { exec: [jq] }',
  },
  'read-env': { trust: 'network', acts: false, names: 'secret', remedy: 'list the names under metadata.secrets' },
  'get-secret': { trust: 'network', acts: false, names: 'secret', remedy: 'list the names under metadata.secrets' },
  'recall-memory': { trust: 'full', acts: false, field: 'memory' },
}

const capabilityWords = Object.keys(meanings)

/** Reads one word. Returns whether the capability acts. `undefined`: the word is unknown. */
function readCapabilityWord(word: string, from: Path, draft: Draft): boolean | undefined {
  const meaning = Object.hasOwn(meanings, word) ? meanings[word] : undefined
  if (meaning === undefined) return undefined
  const { trust, acts, field, names, remedy = 'remove it' } = meaning
  draft.needs(trust, word, from)
  if (field !== undefined) draft.set(['permissions', field], true, from)
  else draft.note(from, `${word} grants nothing alone, because it names no ${names ?? 'resource'}`, remedy)
  return acts
}

/** The keys of `metadata` that contain a text for a manifest field. */
const texts = { author: 'author', capability: 'capability', provider: 'provider' } as const
const lists = { parents: 'parents', 'conflicts-with': 'conflicts_with' } as const
const listsWith = 'write a list, or words with spaces between them'

/** All known keys of `metadata`. Any others are for other programs. */
const known = [
  ...['amber', 'version', 'trust', 'safe', 'skill-type', 'capabilities', 'dependencies', 'secrets', 'trust-tier'],
  ...Object.keys(texts),
  ...Object.keys(lists),
]

/** Reads the skill system's keys of `metadata`. Returns whether the capabilities can change something. */
export function readSkillMetadata(metadata: Readonly<Record<string, unknown>>, draft: Draft): boolean {
  for (const [key, field] of Object.entries(texts)) {
    const value = metadata[key]
    if (typeof value === 'string') draft.set([field], value, ['metadata', key])
    else if (value !== undefined) draft.refuse(['metadata', key], 'is not text', 'put it in quotes', 'value')
  }
  for (const [key, field] of Object.entries(lists)) {
    for (const [word, from] of wordsAt(metadata, key, draft)) draft.add([field], word, from)
  }
  for (const [name, from] of wordsAt(metadata, 'secrets', draft)) {
    draft.add(['permissions', 'secrets'], name, from)
    draft.needs('network', name, from)
  }
  readDependencies(metadata.dependencies, draft)
  if (metadata['trust-tier'] !== undefined) {
    const message = 'has no effect: the tier follows from where the skill was installed from'
    draft.note(['metadata', 'trust-tier'], message, 'remove it')
  }
  noteUnknown(metadata, draft)
  return readCapabilities(metadata, draft)
}

function readCapabilities(metadata: Readonly<Record<string, unknown>>, draft: Draft): boolean {
  let acts = false
  for (const [word, from] of wordsAt(metadata, 'capabilities', draft)) {
    const wordActs = readCapabilityWord(word, from, draft)
    if (wordActs !== undefined) {
      acts ||= wordActs
      continue
    }
    const remedy = didYouMean(word, capabilityWords, `write one of ${capabilityWords.join(', ')}`)
    draft.note(from, `${quoted(word)} is not a known capability and grants nothing`, remedy)
    // An unknown word may mean anything.
    acts = true
    draft.needs('full', quoted(word), from)
  }
  return acts
}

/** `name`, `name@^1.2.0` or `name ^1.2.0`; or a map of names to ranges. */
function readDependencies(value: unknown, draft: Draft): void {
  const from = ['metadata', 'dependencies']
  if (value === undefined) return
  if (isObject(value)) {
    for (const [name, range] of Object.entries(value)) draft.set(['dependencies', name], range, [...from, name])
    return
  }
  const items = wordsOf(value)
  if (items === undefined) {
    draft.refuse(from, 'is not a list of skills', 'write a list like [other-skill@^1.2.0]', 'value')
    return
  }
  for (const [index, item] of items.entries()) {
    const [name = '', ...range] = item.trim().split(/[@\s]+/)
    draft.set(['dependencies', name], range.join(' ') || '*', placeOf(value, from, index))
  }
}

function wordsAt(metadata: Readonly<Record<string, unknown>>, key: string, draft: Draft): [string, Path][] {
  const value = metadata[key]
  if (value === undefined) return []
  const words = wordsOf(value)
  if (words === undefined) draft.refuse(['metadata', key], 'is not a list of words', listsWith, 'value')
  return (words ?? []).map((word, index) => [word, placeOf(value, ['metadata', key], index)])
}

function placeOf(value: unknown, from: Path, index: number): Path {
  return Array.isArray(value) ? [...from, index] : from
}

function noteUnknown(metadata: Readonly<Record<string, unknown>>, draft: Draft): void {
  for (const key of Object.keys(metadata)) {
    if (known.includes(key)) continue
    const remedy = didYouMean(key, known, 'leave it if another program reads it, or remove it')
    draft.note(['metadata', key], 'is not read here and grants nothing', remedy)
  }
}

/** The items of a list, or the words of a text, because `metadata` may only have texts. `undefined`: anything else. */
function wordsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((word) => word !== '') : undefined
}

/**
 * The nearest name that the platform accepts: `Domain Checker` becomes `domain-checker`. `undefined`: the name contains
 * no letter a–z and no digit.
 */
export function plainName(name: string): string | undefined {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
  return plain === '' ? undefined : plain
}
