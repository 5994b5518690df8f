import type * as z from 'zod'
import { CredentialUse, EgressHost } from '../contract/manifest.ts'
import { quoted } from '../core/quoted.ts'
import { didYouMean } from './did-you-mean.ts'
import { schemasAt } from './schema-at.ts'
import type { JsonSchema } from './schema-weight.ts'

/** A problem whose position in the file is not known yet. `at`: whether the problem is in the key or in its value. */
export type Finding = {
  readonly path: readonly PropertyKey[]
  readonly at: 'key' | 'value'
  readonly message: string
  readonly remedy: string
}

/** What the explanations read from the file. */
export type ManifestFacts = {
  /** The schema that the value breaks, so that there is no second list of keys. */
  readonly schema: JsonSchema
  readonly folderName: string
  /** The value at a path. `undefined`: there is no value. */
  valueAt(path: readonly PropertyKey[]): unknown
  /** A scalar as it was written. */
  sourceAt(path: readonly PropertyKey[]): string | undefined
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
}
const examples: Record<string, string> = {
  version: 'version: "0.1.0"',
  description: 'description: what the skill does, in a sentence',
  risk_level: 'risk_level: low (or medium, or high)',
  host: 'host: api.example.com',
  kind: 'kind: bearer (or header, query, basic, oauth2_client_credentials)',
  token_path: 'token_path: /oauth2/token',
  secret: 'secret: EXAMPLE_API_KEY',
  header: 'header: X-API-Key',
  parameter: 'parameter: api_key',
  username: 'username: EXAMPLE_USER',
  password: 'password: EXAMPLE_PASSWORD',
  client_id: 'client_id: EXAMPLE_API_KEY',
  client_secret: 'client_secret: EXAMPLE_API_SECRET',
  per_second: 'per_second: 10',
  ttl_s: 'ttl_s: 300',
}

/** Explains a schema issue with a remedy. An issue about several keys yields several findings. */
export function explainIssue(issue: z.core.$ZodIssue, facts: ManifestFacts): Finding[] {
  const { path } = issue
  const value = facts.valueAt(path)
  const say = (message: string, remedy: string, at: Finding['at'] = 'value'): Finding[] => [
    { path, at, message, remedy },
  ]
  if (value === undefined && issue.code !== 'custom') return say('is missing', missingRemedy(path, facts), 'key')
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownKeys(path, issue.keys, facts)
    case 'invalid_type': {
      const expected = kinds[issue.expected] ?? issue.expected
      return say(`is ${kindOf(value)}, where ${expected} is expected`, typeRemedy(issue.expected, path, value, facts))
    }
    case 'invalid_value': {
      const choices = issue.values.map(String)
      return say(`is ${shown(value)}, ${oneOf(choices)}`, choiceRemedy(value, choices))
    }
    case 'invalid_union':
      return say(`is ${shown(value)}, which is not a known kind`, choiceRemedy(value, credentialKinds()))
    case 'too_small':
      if (issue.inclusive === false) {
        return say(`is ${sizeOf(value)}, where more than ${issue.minimum} is needed`, `give more than ${issue.minimum}`)
      }
      return say(`is ${sizeOf(value)}, less than the ${issue.minimum} needed`, `give at least ${issue.minimum}`)
    case 'too_big':
      return say(`is ${sizeOf(value)}, more than the ${issue.maximum} allowed`, `give at most ${issue.maximum}`)
    case 'invalid_format': {
      const host = hostInAddress(value)
      if (host !== undefined)
        return say(`is ${shown(value)}, an address`, `write only the host, without https://: ${host}`)
      return say(`is ${shown(value)}, which does not have the expected format`, `it ${issue.message}`)
    }
    case 'invalid_key': {
      const rule = issue.issues[0]?.message ?? 'is not an allowed name'
      return say('is not an allowed name', `it ${rule}`, 'key')
    }
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return say(issue.message, 'correct the value')
  }
}

function unknownKeys(path: readonly PropertyKey[], keys: readonly string[], { schema }: ManifestFacts): Finding[] {
  const shapes = schemasAt(schema, path.map(String))
  const known = [...new Set(shapes.flatMap(({ properties }) => Object.keys(Object(properties))))]
  return keys.map((key) => {
    const remedy = didYouMean(key, known, `remove it; known keys: ${known.join(', ')}`)
    return { path: [...path, key], at: 'key', message: 'unknown key', remedy }
  })
}

function missingRemedy(path: readonly PropertyKey[], { folderName }: ManifestFacts): string {
  const key = String(path.at(-1))
  return `add ${key === 'name' ? `name: ${folderName}` : (examples[key] ?? `the key ${key}`)}`
}

function typeRemedy(expected: string, path: readonly PropertyKey[], value: unknown, facts: ManifestFacts): string {
  if (expected === 'string' && (typeof value === 'number' || typeof value === 'boolean')) {
    const source = (facts.sourceAt(path) ?? String(value)).slice(0, 60)
    return `put it in quotes: ${path.length === 1 ? `${String(path[0])}: ` : ''}"${source}"`
  }
  if (expected === 'array' && (typeof value === 'string' || typeof value === 'number')) {
    return `put it in brackets: [${String(value).slice(0, 60)}]`
  }
  if (value === null) return 'give it a value, or remove the key'
  if ((expected === 'number' || expected === 'int') && typeof value === 'string')
    return 'write the number without quotes and unit'
  if (expected === 'int') return 'leave out the fraction'
  if (expected === 'boolean') return 'write true or false'
  return `write ${kinds[expected] ?? expected}`
}

export function oneOf(values: readonly unknown[]): string {
  return values.length === 1
    ? `where only ${String(values[0])} is allowed`
    : `which is not one of ${values.map(String).join(', ')}`
}

export function choiceRemedy(value: unknown, choices: readonly string[]): string {
  const otherwise = choices.length === 1 ? `write ${choices[0]}` : `write one of ${choices.join(', ')}`
  return typeof value === 'string' ? didYouMean(value, choices, otherwise) : otherwise
}

/** The host of a URL that was given instead of a host. */
function hostInAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^https:\/\//i.test(value)) return undefined
  const host = EgressHost.safeParse(URL.parse(value)?.host)
  return host.success ? host.data : undefined
}

/** The kinds of a credential, which is the only union in a manifest. */
function credentialKinds(): string[] {
  return CredentialUse.options.flatMap(({ shape }) => [...shape.kind.values])
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  return kinds[typeof value] ?? typeof value
}

/** A text or number itself, or the kind of any other value. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : typeof value === 'number' ? String(value) : kindOf(value)
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return `${value.length} characters long`
  if (Array.isArray(value)) return `a list of ${value.length}`
  return shown(value)
}
