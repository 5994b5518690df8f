import type { Trust } from '../../contract/principal.ts'
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

export const capabilityWords = Object.keys(meanings)

/** Reads one word. Returns whether the capability acts. `undefined`: the word is unknown. */
export function readCapabilityWord(word: string, from: Path, draft: Draft): boolean | undefined {
  const meaning = Object.hasOwn(meanings, word) ? meanings[word] : undefined
  if (meaning === undefined) return undefined
  const { trust, acts, field, names, remedy = 'remove it' } = meaning
  draft.needs(trust, word, from)
  if (field !== undefined) draft.set(['permissions', field], true, from)
  else draft.note(from, `${word} grants nothing alone, because it names no ${names ?? 'resource'}`, remedy)
  return acts
}
