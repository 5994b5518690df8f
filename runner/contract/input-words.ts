import type * as z from 'zod'
import { isRequired } from './field-fault.ts'

/** Everyday words for value types, by their names in Zod and JSON Schema. */
export const kindWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formatWords: Readonly<Record<string, string>> = {
  date: 'must be a real date, like 2027-02-13',
  datetime: 'must be a time like 2027-02-13T09:30:00Z',
  email: 'must be an email address like ana@example.com',
  url: 'must be an address like https://example.com/path',
}

/** The units in which the length of a string or array is counted. */
const unitWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/**
 * Describes what is wrong with a value and what to write instead, as a phrase that continues its field's name. Pass it
 * as `safeParse(value, { error: inputWords })`. A schema's own message takes precedence.
 */
export const inputWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? isRequired : `must be ${kindWords[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return boundWords(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return boundWords(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_format':
      return formatWords[issue.format] ?? 'does not have the expected format'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has an unknown key'
    case 'invalid_key':
      return 'has a key that is not allowed'
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return 'does not have the expected format'
  }
}

function boundWords(origin: string, comparison: string, limit: number | bigint): string {
  const [one, many] = unitWords[origin] ?? []
  return one === undefined
    ? `must be ${comparison} ${limit}`
    : `must have ${comparison} ${limit} ${Number(limit) === 1 ? one : many}`
}
