import type { CheckedSearch, FieldErrors } from '../travel/search-query.ts'

/** The address of a search, or what is wrong with each field, as a sentence under it. */
export type Resolved<Name extends string> =
  | { readonly ok: true; readonly query: string }
  | { readonly ok: false; readonly errors: FieldErrors<Name> }

export type FieldSentences<Name extends string> = {
  isField(name: string): name is Name
  /** A field's error as a sentence: "Return is before the departure." */
  sentence(name: Name, phrase: string): string
  /** Those of a form, by its fields; what is wrong with anything else is left out. */
  byField(problems: Readonly<Record<string, string | undefined>>): FieldErrors<Name>
  /** All of them; a field that the form has not is named as it is. */
  all(problems: Readonly<Record<string, string>>): string[]
}

/**
 * The sentences of a form: every phrase goes on after its field's label.
 *
 * @param special what reads better than that, by field and phrase
 */
export function createFieldSentences<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  special: { readonly [name in Name]?: Readonly<Record<string, string>> },
): FieldSentences<Name> {
  const isField = (name: string): name is Name => Object.hasOwn(labels, name)
  const sentence = (name: Name, phrase: string) => special[name]?.[phrase] ?? `${labels[name]} ${phrase}.`
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
      Object.entries(problems).map(([name, phrase]) => (isField(name) ? sentence(name, phrase) : `${name} ${phrase}.`)),
  }
}

/** What a form becomes, once its values are checked and its days compared with today. */
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
