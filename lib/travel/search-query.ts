import * as z from 'zod'
import { givenTwice, inputWords, isRequired } from '#runner/contract/input-words.ts'
import { readQueryValues } from './query-values.ts'

/** The error of each field, as a phrase that follows the field's name ("is before the departure"). */
export type FieldErrors<Name extends string> = { [name in Name]?: string }

/** A search's validated values, or its errors; `partial` holds the individually valid ones, to fill a form with. */
export type CheckedSearch<Search, Name extends string> =
  | { readonly ok: true; readonly search: Search }
  | { readonly ok: false; readonly errors: FieldErrors<Name>; readonly partial: Partial<Search> }

/** Reads and validates the searches of one schema from a URL. */
export type SearchQuery<Search, Name extends string> = {
  /** Ignores unknown names: a link may carry other parameters. */
  read(query: URLSearchParams): CheckedSearch<Search, Name>
  /** Validates values from any source, such as a form, where '' means not chosen yet. */
  check(values: { readonly [name in Name]?: unknown }): CheckedSearch<Search, Name>
}

/** @param codes fields that may be in lower case in a URL */
export function createSearchQuery<Search extends object>(
  schema: z.ZodObject & z.ZodType<Search>,
  codes: readonly (keyof Search & string)[],
): SearchQuery<Search, keyof Search & string> {
  type Name = keyof Search & string
  const fields = new Map<string, z.core.$ZodType>(Object.entries(schema.shape))

  function check(values: { readonly [name: string]: unknown }): CheckedSearch<Search, Name> {
    const parsed = schema.safeParse(values, { error: inputWords })
    if (parsed.success) return { ok: true, search: parsed.data }
    const errors: FieldErrors<Name> = {}
    for (const issue of parsed.error.issues) addError(errors, String(issue.path[0]), phraseOf(values, issue))
    return { ok: false, errors, partial: keepValid(values) }
  }

  /** Reports the first of a field's errors. */
  function addError(errors: FieldErrors<Name>, name: string, phrase: string): void {
    if (fields.has(name) && !Object.hasOwn(errors, name)) Object.assign(errors, { [name]: phrase })
  }

  function keepValid(values: { readonly [name: string]: unknown }): Partial<Search> {
    const kept: Partial<Search> = {}
    for (const [name, field] of fields) {
      const parsed = values[name] === undefined ? undefined : z.safeParse(field, values[name])
      if (parsed?.success) Object.assign(kept, { [name]: parsed.data })
    }
    return kept
  }

  return {
    check,
    read(query) {
      const texts = [...query].map(([name, text]) => [name, text.trim()])
      const { values, twice } = readQueryValues(new URLSearchParams(texts), schema.shape)
      const capitals = codes.flatMap((name): [string, unknown][] => {
        const value = values[name]
        return typeof value === 'string' ? [[name, value.toUpperCase()]] : []
      })
      const checked = check({ ...values, ...Object.fromEntries(capitals) })
      if (twice.length === 0) return checked
      // Repeated single values: fills the form with the first of each, but does not run the search.
      const errors: FieldErrors<Name> = checked.ok ? {} : { ...checked.errors }
      for (const name of fields.keys()) if (twice.includes(name)) addError(errors, name, givenTwice)
      return { ok: false, errors, partial: checked.ok ? checked.search : checked.partial }
    },
  }
}

function phraseOf(values: { readonly [name: string]: unknown }, { code, message, path }: z.core.$ZodIssue): string {
  const value = values[String(path[0])]
  return value === '' || (value === undefined && code !== 'custom') ? isRequired : message
}
