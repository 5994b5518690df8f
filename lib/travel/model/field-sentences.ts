import { type ProblemCode, readProblem } from './field-problems.ts'
import { formatDate } from './format.ts'
import type { CheckedSearch, FieldErrors } from './search-query.ts'

/** The query of a search, or an error sentence for each field that has an error. */
export type Resolved<Name extends string> =
  | { readonly ok: true; readonly query: string }
  | { readonly ok: false; readonly errors: FieldErrors<Name> }

export type FieldSentences<Name extends string> = {
  isField(name: string): name is Name
  /** A field's error as a sentence: "Return is before the departure." */
  sentence(name: Name, phrase: string): string
  /** The sentences of a form's fields; other errors are left out. */
  byField(problems: Readonly<Record<string, string | undefined>>): FieldErrors<Name>
  /** All sentences in the order of the form; a field outside the form comes last, under its own name. */
  all(problems: Readonly<Record<string, string | undefined>>): string[]
  /** A request to change each given field: "Change the currency and search again." Leaves out unknown fields. */
  changes(problems: Readonly<Record<string, string>>): string[]
}

type Values = Readonly<Record<string, string | number>>

/** The messages of one field: one for each problem, and `change`, which fits every problem. */
export type FieldMessages<Key extends string> = {
  readonly keys: { readonly change: Key } & { readonly [code in ProblemCode]?: Key }
  /** Values of the messages that do not come from the problem, such as the limits of the field. */
  readonly values?: Values
}

/** The messages of the form in the reader's language, and the locale of its dates. */
export type FieldReader<Key extends string> = {
  readonly t: (key: Key | 'unknownField' | 'otherField', values?: Values) => string
  readonly locale: string
}

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

  function sentence(name: Name, phrase: string): string {
    const { code, values } = readProblem(phrase)
    const key = code && fields[name].keys[code]
    if (key === undefined) return change(name)
    const { date } = values
    const written = date === undefined ? values : { ...values, date: formatDate(date, locale, { year: true }) }
    return t(key, { ...fields[name].values, ...written })
  }

  const outside = (name: string, phrase: string) =>
    t(readProblem(phrase).code === 'unknownField' ? 'unknownField' : 'otherField', { name })

  return {
    isField,
    sentence,
    byField(problems) {
      const errors: FieldErrors<Name> = {}
      for (const [name, phrase] of Object.entries(problems)) {
        if (isField(name) && phrase) errors[name] = sentence(name, phrase)
      }
      return errors
    },
    all: (problems) =>
      Object.entries(problems)
        .map(([path, phrase]): [string, string | undefined] => [fieldOf(path), phrase])
        .toSorted(([one], [other]) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0))
        .flatMap(([name, phrase]) => {
          if (!phrase) return []
          return isField(name) ? sentence(name, phrase) : outside(name, phrase)
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
  days: FieldErrors<Name>,
  { byField }: FieldSentences<Name>,
  write: (search: Search) => string,
): Resolved<Name> {
  const errors = byField({ ...days, ...(checked.ok ? {} : checked.errors) })
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, query: write(checked.search) }
}
