import type { Limits } from '#runner/contract/capabilities/search-limits.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import type { FieldFacts } from '#runner/contract/field-facts.ts'
import { formatDate } from './format.ts'
import { mapNames } from './map-names.ts'
import type { CheckedSearch, FaultsOf } from './search-query.ts'

/** The error sentence of each field. */
type FieldErrors<Name extends string> = { [name in Name]?: string }

/** What is wrong with fields, as far as it is known. */
type Problems = Readonly<Record<string, { readonly facts?: FieldFacts | undefined } | undefined>>

/** The query of a search, or an error sentence for each field that has an error. */
export type Resolved<Name extends string> =
  | { readonly ok: true; readonly query: string }
  | { readonly ok: false; readonly errors: FieldErrors<Name> }

export type FieldSentences<Name extends string> = {
  isField(name: string): name is Name
  /** A field's error as a sentence: "Return is before the departure." */
  sentence(name: Name, facts: FieldFacts | undefined): string
  /** The sentences of a form's fields; other errors are left out. */
  byField(problems: Problems): FieldErrors<Name>
  /** All sentences in the order of the form; a field outside the form comes last, under its own name. */
  all(problems: Problems): string[]
  /** A request to change each given field: "Change the currency and search again." Leaves out unknown fields. */
  changes(problems: Readonly<Record<string, unknown>>): string[]
}

type Values = Readonly<Record<string, string | number>>

/** The messages of one field: one for each problem, and `change`, which fits every problem. */
export type FieldMessages<Key extends string> = {
  readonly keys: { readonly change: Key } & { readonly [code in FieldFacts['code']]?: Key }
  /** Values of the messages that do not come from the problem, such as the limits of the field. */
  readonly values?: Values
}

/** The messages of a field. A key is the prefix and the problem, such as `originRequired`; every field has a `change`. */
export function messages<Prefix extends string, Code extends FieldFacts['code']>(
  prefix: Prefix,
  codes: readonly Code[],
  values: Values = {},
): FieldMessages<`${Prefix}${Capitalize<Code | 'change'>}`> {
  const keyOf = (code: Code | 'change'): `${Prefix}${Capitalize<Code | 'change'>}` => `${prefix}${capital(code)}`
  return { keys: mapNames([...codes, 'change'], keyOf), values }
}

function capital<Text extends string>(text: Text): Capitalize<Text>
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const within = ([least, most]: Limits) => ({ least, most })

/** The messages of the form in the reader's language, and the locale of its dates. */
export type FieldReader<Key extends string> = {
  readonly t: (key: Key | 'unknownField' | 'otherField', values?: Values) => string
  readonly locale: string
}

/** What a refused request says about its fields. */
export const problemsIn = ({ details = {}, facts }: ErrorBody): Problems =>
  Object.fromEntries(Object.keys(details).map((name) => [name, { facts: facts?.fields?.[name] }]))

/** Creates the sentences of a form from the messages of its fields, which are in the order of the form. */
export function createFieldSentences<Name extends string, Key extends string>(
  fields: Readonly<Record<Name, FieldMessages<Key>>>,
  { t, locale }: FieldReader<Key>,
): FieldSentences<Name> {
  const isField = (name: string): name is Name => Object.hasOwn(fields, name)
  const order = (name: string) => (isField(name) ? Object.keys(fields).indexOf(name) : Number.POSITIVE_INFINITY)
  /** An entry of a list, `child_ages.0`, counts as its field. */
  const fieldOf = (path: string) => (isField(path) ? path : (path.split('.')[0] ?? path))
  const change = (name: Name) => t(fields[name].keys.change, fields[name].values)

  function sentence(name: Name, facts: FieldFacts | undefined): string {
    const key = facts && fields[name].keys[facts.code]
    if (facts === undefined || key === undefined) return change(name)
    const { code: _, date, ...values } = facts
    const written = date === undefined ? values : { ...values, date: formatDate(date, locale, { year: true }) }
    return t(key, { ...fields[name].values, ...written })
  }

  const outside = (name: string, facts: FieldFacts | undefined) =>
    t(facts?.code === 'unknownField' ? 'unknownField' : 'otherField', { name })

  return {
    isField,
    sentence,
    byField(problems) {
      const errors: FieldErrors<Name> = {}
      for (const [name, problem] of Object.entries(problems)) {
        if (isField(name) && problem) errors[name] = sentence(name, problem.facts)
      }
      return errors
    },
    all: (problems) =>
      Object.entries(problems)
        .map(([path, problem]) => [fieldOf(path), problem] as const)
        .toSorted(([one], [other]) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0))
        .flatMap(([name, problem]) => {
          if (!problem) return []
          return isField(name) ? sentence(name, problem.facts) : outside(name, problem.facts)
        }),
    changes: (problems) => [...new Set(Object.keys(problems).map(fieldOf))].filter(isField).map(change),
  }
}

/**
 * The query of a checked form, or a sentence for each field with an error. `days`: the errors of its dates compared
 * with today.
 */
export function resolveForm<Search, Name extends string>(
  checked: CheckedSearch<Search, Name>,
  days: FaultsOf<Name>,
  { byField }: FieldSentences<Name>,
  write: (search: Search) => string,
): Resolved<Name> {
  const errors = byField({ ...days, ...(checked.ok ? {} : checked.errors) })
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, query: write(checked.search) }
}
