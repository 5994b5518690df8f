import type * as z from 'zod'

/** Kinds of values as people call them, under the names that Zod and JSON Schema have for them. */
export const kindWords: Readonly<Record<string, string>> = {
  string: 'a text',
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

/** What a text or a list has so many of. */
const unitWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** Of a field that is not there. */
export const isRequired = 'is required'

/** Of a name that an address has twice, where one value can be meant. */
export const givenTwice = 'cannot be given more than once'

/**
 * Says what is wrong with a value as a phrase that goes on after its field's name, and with that what to write instead. For
 * `safeParse(value, { error: inputWords })`: a schema's own message wins over these.
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
      return formatWords[issue.format] ?? 'does not have the expected form'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'has a key that is not known here'
    case 'invalid_key':
      return 'has a key that may not stand here'
    case 'invalid_union':
    case 'invalid_element':
    case 'custom':
      return 'does not have the expected form'
  }
}

function boundWords(origin: string, comparison: string, limit: number | bigint): string {
  const [one, many] = unitWords[origin] ?? []
  return one === undefined
    ? `must be ${comparison} ${limit}`
    : `must have ${comparison} ${limit} ${Number(limit) === 1 ? one : many}`
}
