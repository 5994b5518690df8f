import { givenTwice } from '#runner/contract/input-words.ts'
import type { CheckedFields } from './check-fields.ts'

/** What an address says under known names. `twice` are the names that have several values, where one can be meant. */
type QueryTexts<Name extends string> = { readonly texts: ReadonlyMap<Name, string>; readonly twice: readonly Name[] }

/**
 * Reads an address as the search routes read a query: an empty value is none, and the values of a list may stand under its name
 * each for itself. Other names are left alone: a link carries more than a search.
 */
export function readTexts<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
  lists: readonly Name[] = [],
): QueryTexts<Name> {
  const texts = new Map<Name, string>()
  const twice: Name[] = []
  for (const name of names) {
    const all = query.getAll(name).map((text) => text.trim())
    const given = all.filter((text) => text !== '')
    const [first] = given
    if (first === undefined) continue
    if (lists.includes(name)) texts.set(name, all.join(','))
    else {
      texts.set(name, first)
      if (given.length > 1) twice.push(name)
    }
  }
  return { texts, twice }
}

/** A search that was checked with the first of each repeated value: it fills the form, and does not run. */
export function refuseTwice<Search, Name extends string>(
  checked: CheckedFields<Search, Name>,
  twice: readonly Name[],
): CheckedFields<Search, Name> {
  if (twice.length === 0) return checked
  const errors: Partial<Record<Name, string>> = checked.ok ? {} : { ...checked.errors }
  for (const name of twice) errors[name] ??= givenTwice
  return { ok: false, errors, partial: checked.ok ? checked.search : checked.partial }
}
