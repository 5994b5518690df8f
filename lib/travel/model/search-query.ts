import * as z from 'zod'
import { readQueryValues } from '#lib/platform/model/query-values.ts'
import { factsOf } from '#runner/contract/field-facts.ts'
import { type FieldFault, givenTwice, isRequired } from '#runner/contract/field-fault.ts'
import { inputWords } from '#runner/contract/input-words.ts'

/** What is wrong with each field. */
export type FaultsOf<Name extends string> = { [name in Name]?: FieldFault }

/** A search's validated values, or its errors with the values that are valid on their own, to fill a form with. */
export type CheckedSearch<Search, Name extends string> =
  | { readonly ok: true; readonly search: Search }
  | { readonly ok: false; readonly errors: FaultsOf<Name>; readonly partial: Partial<Search> }

/** Reads and validates the searches of one schema from a URL. */
type SearchQuery<Search, Name extends string> = {
  /** Ignores unknown names: a link may carry other parameters. */
  read(query: URLSearchParams): CheckedSearch<Search, Name>
  /** Validates values from any source, such as a form, where '' means not chosen yet. */
  check(values: { readonly [name in Name]?: unknown }): CheckedSearch<Search, Name>
}

/**
 * @param codes fields that may be in lower case in a URL
 * @param parts parts of fields that have their own errors, as dotted paths
 */
export function createSearchQuery<Search extends object, Part extends string = never>(
  schema: z.ZodObject & z.ZodType<Search>,
  codes: readonly (keyof Search & string)[],
  parts: readonly Part[] = [],
): SearchQuery<Search, (keyof Search & string) | Part> {
  type Name = (keyof Search & string) | Part
  const fields = new Map<string, z.core.$ZodType>(Object.entries(schema.shape))

  const names = new Set<string>([...fields.keys(), ...parts])

  function nameOf(path: readonly PropertyKey[]): string {
    const whole = path.join('.')
    return names.has(whole) ? whole : String(path[0])
  }

  function check(values: { readonly [name: string]: unknown }): CheckedSearch<Search, Name> {
    const parsed = schema.safeParse(values, { error: inputWords, reportInput: true })
    if (parsed.success) return { ok: true, search: parsed.data }
    const errors: FaultsOf<Name> = {}
    for (const issue of parsed.error.issues) {
      const name = nameOf(issue.path)
      addError(errors, name, faultOf(fields.has(name) ? values[name] : issue.input, issue))
    }
    return { ok: false, errors, partial: keepValid(values) }
  }

  /** Reports the first of a field's errors. */
  function addError(errors: FaultsOf<Name>, name: string, fault: FieldFault): void {
    if (names.has(name) && !Object.hasOwn(errors, name)) Object.assign(errors, { [name]: fault })
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
      const errors: FaultsOf<Name> = checked.ok ? {} : { ...checked.errors }
      for (const name of fields.keys())
        if (twice.includes(name)) addError(errors, name, { phrase: givenTwice, facts: { code: 'twice' } })
      return { ok: false, errors, partial: checked.ok ? checked.search : checked.partial }
    },
  }
}

/** @param value the value of the field, or of the part of it that the issue is about */
function faultOf(value: unknown, issue: z.core.$ZodIssue): FieldFault {
  const isMissing = value === '' || (value === undefined && issue.code !== 'custom')
  return isMissing
    ? { phrase: isRequired, facts: { code: 'required' } }
    : { phrase: issue.message, facts: factsOf(issue) }
}
