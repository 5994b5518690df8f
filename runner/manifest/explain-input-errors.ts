import type { ErrorObject } from 'ajv'
import { isRequired } from '../contract/field-fault.ts'
import { partsOfPointer } from '../core/parts-of.ts'
import { shortName } from '../core/quoted.ts'
import { closest } from './did-you-mean.ts'
import { choiceWords, formatWords, patternWords, typeWords } from './schema-words.ts'

const maxDetails = 20

/**
 * The first problem of each field as `{ field: phrase }`. Nested fields have dotted names: `passengers.adults`,
 * `legs.0.date`.
 */
export function explainInputErrors(errors: readonly ErrorObject[]): Record<string, string> {
  const details = new Map<string, string>()
  for (const error of errors) {
    if (details.size >= maxDetails) break
    const [field, sentence] = explainError(error)
    if (!details.has(field || 'params')) details.set(field || 'params', sentence)
  }
  return details.size > 0 ? Object.fromEntries(details) : { params: 'do not have the format that the skill expects' }
}

/** The field is empty for a problem of the whole value. */
export function explainError(error: ErrorObject): [field: string, sentence: string] {
  const { keyword } = error
  const field = partsOfPointer(error.instancePath).map(shortName)
  const name = (inner?: unknown): string =>
    [...field, ...(inner === undefined ? [] : [String(inner)])].join('.').slice(0, 100)
  const fact = (key: string): unknown => Reflect.get(error.params, key)
  switch (keyword) {
    case 'required':
      return [name(fact('missingProperty')), isRequired]
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(fact('additionalProperty') ?? fact('unevaluatedProperty'))
      const meant = closest(key, propertiesOf(error.parentSchema))
      return [
        name(shortName(key)),
        meant === undefined ? 'is not a known field: remove it' : `is not a known field: did you mean ${meant}?`,
      ]
    }
    case 'type':
      return [name(), `must be ${typeWords(fact('type'))}`]
    case 'format':
      return [name(), `must be ${formatWords(String(fact('format')))}`]
    case 'enum':
      return [name(), enumSentence(error.data, fact('allowedValues'))]
    case 'const':
      return [name(), `must be ${JSON.stringify(fact('allowedValue'))}`]
    case 'pattern':
      return [name(), `must be ${patternWords(String(fact('pattern')))}`]
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
        `must be ${keyword === 'minLength' ? 'at least' : 'at most'} ${counted(fact('limit'), 'character', 'characters')} long`,
      ]
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return [
        name(),
        `must have ${keyword.startsWith('min') ? 'at least' : 'at most'} ${counted(fact('limit'), 'entry', 'entries')}`,
      ]
    case 'uniqueItems':
      return [name(), 'must not repeat an entry']
    case 'multipleOf':
      return [name(), `must be a multiple of ${String(fact('multipleOf'))}`]
    default:
      return [name(), 'does not have the format that the skill expects']
  }
}

const counted = (limit: unknown, one: string, many: string): string => `${String(limit)} ${limit === 1 ? one : many}`

function enumSentence(value: unknown, allowed: unknown): string {
  const choices = Array.isArray(allowed) ? allowed.map(String) : []
  const meant = typeof value === 'string' ? closest(value, choices) : undefined
  const list = `must be ${choiceWords(choices)}`
  return meant === undefined ? list : `${list}: did you mean ${meant}?`
}

function propertiesOf(schema: unknown): string[] {
  const properties: unknown =
    typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'properties') : undefined
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}
