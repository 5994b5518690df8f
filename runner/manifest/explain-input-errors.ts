import type { ErrorObject } from 'ajv'
import { quoted } from '../quoted.ts'
import { closest } from './did-you-mean.ts'

const maxDetails = 20

const formats: Record<string, string> = {
  date: 'must be a date like 2027-02-13',
  time: 'must be a time like 09:30:00Z',
  'date-time': 'must be a time like 2027-02-13T09:30:00Z',
  duration: 'must be a duration like PT2H30M',
  email: 'must be an email address like ana@example.com',
  hostname: 'must be a host name like example.com',
  uri: 'must be an address like https://example.com/path',
  uuid: 'must be a UUID like 123e4567-e89b-12d3-a456-426614174000',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
}
const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

/** The first problem of each field as `{ field: sentence }`; nested fields read `passengers.adults`, `legs.0.date`. */
export function explainInputErrors(errors: readonly ErrorObject[]): Record<string, string> {
  const details = new Map<string, string>()
  for (const error of errors) {
    if (details.size >= maxDetails) break
    const [field, sentence] = explain(error)
    if (!details.has(field)) details.set(field, sentence)
  }
  return details.size > 0 ? Object.fromEntries(details) : { params: 'do not have the form that the skill expects' }
}

function explain(error: ErrorObject): [field: string, sentence: string] {
  const { keyword } = error
  const field = error.instancePath.split('/').slice(1).map(plainPart)
  const name = (inner?: unknown): string =>
    [...field, ...(inner === undefined ? [] : [String(inner)])].join('.').slice(0, 100) || 'params'
  const fact = (key: string): unknown => Reflect.get(error.params, key)
  switch (keyword) {
    case 'required':
      return [name(fact('missingProperty')), 'is missing']
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(fact('additionalProperty') ?? fact('unevaluatedProperty'))
      const meant = closest(key, propertiesOf(error.parentSchema))
      return [
        name(shortKey(key)),
        meant === undefined ? 'is not known: leave it out' : `is not known: did you mean ${meant}?`,
      ]
    }
    case 'type':
      return [name(), `must be ${typeWords(fact('type'))}`]
    case 'format':
      return [name(), formats[String(fact('format'))] ?? 'does not have the expected form']
    case 'enum':
      return [name(), enumSentence(error.data, fact('allowedValues'))]
    case 'const':
      return [name(), `must be ${JSON.stringify(fact('allowedValue'))}`]
    case 'pattern':
      return [name(), patternSentence(String(fact('pattern')))]
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return [
        name(),
        `must be ${{ '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' }[String(fact('comparison'))] ?? ''} ${String(fact('limit'))}`,
      ]
    case 'minLength':
    case 'maxLength':
      return [
        name(),
        `must be ${keyword === 'minLength' ? 'at least' : 'at most'} ${String(fact('limit'))} characters long`,
      ]
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return [
        name(),
        `must have ${keyword.startsWith('min') ? 'at least' : 'at most'} ${String(fact('limit'))} entries`,
      ]
    case 'uniqueItems':
      return [name(), 'must hold each entry once']
    case 'multipleOf':
      return [name(), `must be a multiple of ${String(fact('multipleOf'))}`]
    default:
      return [name(), 'does not have the form that the skill expects']
  }
}

/** The usual patterns of codes in words, any other as it is. */
function patternSentence(pattern: string): string {
  const [, characters = '', count = ''] = /^\^(\[A-Z\]|\[a-z\]|\[0-9\]|\\d)\{(\d+)\}\$$/.exec(pattern) ?? []
  const words = { '[A-Z]': 'capital letters', '[a-z]': 'small letters', '[0-9]': 'digits', '\\d': 'digits' }[characters]
  return words === undefined ? `must have the form ${quoted(pattern)}` : `must be ${count} ${words}`
}

function enumSentence(value: unknown, allowed: unknown): string {
  const choices = Array.isArray(allowed) ? allowed.map(String) : []
  const meant = typeof value === 'string' ? closest(value, choices) : undefined
  const list = `must be one of ${choices.slice(0, 20).join(', ')}`
  return meant === undefined ? list : `${list}: did you mean ${meant}?`
}

function typeWords(type: unknown): string {
  const names = Array.isArray(type) ? type : String(type).split(',')
  return names.map((name) => types[String(name)] ?? String(name)).join(' or ')
}

function propertiesOf(schema: unknown): string[] {
  const properties: unknown =
    typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'properties') : undefined
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function shortKey(key: string): string {
  return /^[\w-]{1,64}$/.test(key) ? key : quoted(key)
}

function plainPart(part: string): string {
  return shortKey(part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
