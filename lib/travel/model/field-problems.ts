import { givenTwice, isRequired } from '#runner/contract/input-phrases.ts'

// Imports no library, because pages load it to show the errors of a URL.

const day = '(?<date>\\d{4}-\\d{2}-\\d{2})'

/**
 * The problems that a field of a search form can have, each with the English phrases that the contract returns to API
 * callers. The first match wins; a named group is a value of the message.
 */
const phrases = {
  required: [
    isRequired,
    'is required, unless lat and lon are given',
    'is required with lat',
    'is required with lon',
    'needs the age of each child',
  ],
  twice: [givenTwice],
  unknown: [/^(?<value>\S+) is not (?:an airport or city|a city or airport|a currency) that we know: /],
  past: [new RegExp(`^is past: the earliest is ${day}$`)],
  tooFar: [new RegExp(`^is too far ahead: the latest is ${day}$`)],
  before: [
    'is before the departure',
    'must be after the check-in',
    new RegExp(`^is before the previous flight: the earliest is ${day}$`),
  ],
  tooLong: [/^is more than (?<most>\d+) nights after the check-in$/],
  same: ['is the same as the origin'],
  sameCity: ['is in the same city as the origin'],
  beside: ['cannot be given together with onward', 'cannot be given together with lat and lon'],
  together: [/^must be at most (?<most>\d+) together with the children(?: of one room)?$/],
  tooFew: ['must name at least one flight'],
  tooMany: [
    /^must name at most \d+ flights$/,
    /^must list at most (?<most>\d+) children$/,
    'cannot be more than the adults',
  ],
  repeated: ['must not repeat a number'],
  below: ['is below price_min'],
  unknownField: [/^is not a known (?:field|parameter): /],
  /** The value does not have the form that the field requires, or is outside its limits. */
  invalid: [/^must be /, 'cannot be negative'],
} as const satisfies Readonly<Record<string, readonly (string | RegExp)[]>>

export type ProblemCode = keyof typeof phrases

const isCode = (code: string): code is ProblemCode => Object.hasOwn(phrases, code)

/** The code and values of a phrase of the contract. A skill's phrase, which can be any text, has no code. */
export function readProblem(phrase: string): {
  readonly code: ProblemCode | undefined
  readonly values: Readonly<Record<string, string>>
} {
  for (const [code, known] of Object.entries<readonly (string | RegExp)[]>(phrases)) {
    for (const one of known) {
      const values = valuesOf(one, phrase)
      if (values && isCode(code)) return { code, values }
    }
  }
  return { code: undefined, values: {} }
}

/** The values in a matching phrase. */
function valuesOf(known: string | RegExp, phrase: string): Record<string, string> | undefined {
  if (typeof known === 'string') return known === phrase ? {} : undefined
  const match = known.exec(phrase)
  return match ? { ...match.groups } : undefined
}
