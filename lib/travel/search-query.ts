import * as z from 'zod'
import { givenTwice, inputWords, isRequired } from '#runner/contract/input-words.ts'
import { readQueryValues } from './query-values.ts'

/** What is wrong with each field: a phrase that goes on after the field's name ("is before the departure"). */
export type FieldErrors<Name extends string> = { [name in Name]?: string }

/** A search's values, checked with its schema; `partial` are those that are right on their own, to fill a form with. */
export type CheckedSearch<Search, Name extends string> =
  | { readonly ok: true; readonly search: Search }
  | { readonly ok: false; readonly errors: FieldErrors<Name>; readonly partial: Partial<Search> }

/** How the searches of one schema are read from an address, checked, and written into one. */
export type SearchQuery<Search, Name extends string> = {
  /** Other names are left alone: a link carries more than a search. */
  read(query: URLSearchParams): CheckedSearch<Search, Name>
  /** Checks values of any origin, as a form has them: '' is a value that is not chosen yet. */
  check(values: { readonly [name in Name]?: unknown }): CheckedSearch<Search, Name>
  /** Readable, defaults left out, in the order of the schema: always the same text for the same search. */
  write(search: Search): string
}

/** @param codes fields that an address may write in small letters */
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

  /** Of several things that are wrong with a field, the first is told. */
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
      // It fills the form with the first of each, and does not run.
      const errors: FieldErrors<Name> = checked.ok ? {} : { ...checked.errors }
      for (const name of fields.keys()) if (twice.includes(name)) addError(errors, name, givenTwice)
      return { ok: false, errors, partial: checked.ok ? checked.search : checked.partial }
    },
    write(search) {
      const query = new URLSearchParams()
      const given = new Map<string, unknown>(Object.entries(search))
      for (const [name, field] of fields) {
        const value = given.get(name)
        // How many travel is always said.
        const isUsual = name !== 'adults' && String(value) === String(z.safeParse(field, undefined).data)
        if (value !== undefined && !isUsual) query.set(name, String(value))
      }
      return query.toString()
    },
  }
}

function phraseOf(values: { readonly [name: string]: unknown }, { code, message, path }: z.core.$ZodIssue): string {
  const value = values[String(path[0])]
  return value === '' || (value === undefined && code !== 'custom') ? isRequired : message
}
