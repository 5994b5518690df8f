import { givenTwice } from '#runner/contract/input-phrases.ts'
import { formatDate } from './format.ts'
import type { CheckedSearch, FieldErrors } from './search-query.ts'

/** The URL of a search, or an error sentence for each field. */
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
  /** The labels of the named fields, in small letters: "currency"; fields outside the form are left out. */
  labelsOf(problems: Readonly<Record<string, string>>): string[]
}

/**
 * Creates the sentences of a form: a phrase follows its field's label.
 *
 * @param special better wordings, by field and phrase
 */
export function createFieldSentences<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  special: { readonly [name in Name]?: Readonly<Record<string, string>> },
): FieldSentences<Name> {
  const isField = (name: string): name is Name => Object.hasOwn(labels, name)
  const sentence = (name: Name, phrase: string) => special[name]?.[phrase] ?? `${labels[name]} ${plain(phrase)}.`
  const order = (name: string) => (isField(name) ? Object.keys(labels).indexOf(name) : Number.POSITIVE_INFINITY)
  /** An entry of a list, `child_ages.0`, counts as its field. */
  const fieldOf = (path: string) => (isField(path) ? path : (path.split('.')[0] ?? path))
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
          return isField(name) ? sentence(name, phrase) : `${name} ${phrase}.`
        }),
    labelsOf: (problems) =>
      [...new Set(Object.keys(problems).map(fieldOf))].filter(isField).map((name) => labels[name].toLowerCase()),
  }
}

/** Resolves a form to a URL or errors, after checking its values and comparing its dates with today. */
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

/**
 * Puts a phrase for callers of the API into a reader's words: limits of dates as the form shows them ("the earliest is
 * Sun 22 Nov 2026"), and codes as words. URLs accept small letters.
 */
function plain(phrase: string): string {
  if (phrase === givenTwice) return 'can have only one value, but the link has several: choose one'
  return phrase
    .replace(/(?<=the (?:earliest|latest) is )\d{4}-\d{2}-\d{2}$/, (date) =>
      formatDate(date, undefined, { year: true }),
    )
    .replace(' in capitals', '')
    .replace(/(?<=^must be one of ).*/, (codes) => codes.replaceAll('_', ' '))
}
