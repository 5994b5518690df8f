import type { UrlKeys } from 'nuqs'

/** The parsers of a list's URL parameters, by the list's own names. */
interface ListParsers {
  readonly [name: string]: { parse(text: string): unknown }
}

/** The sort order, the filters and the open row of a list in the page's URL. */
export interface ListQuery<Parsers = ListParsers> {
  readonly parsers: Parsers
  /** The names in the URL that differ from the list's own. */
  readonly urlKeys: Readonly<Partial<Record<string, string>>>
  /** All names in the URL. */
  readonly names: readonly string[]
}

/** @param others the names of the URL parameters that say what the page shows of the list, beside its parsers */
export function listQuery<Parsers extends ListParsers>(
  parsers: Parsers,
  urlKeys: UrlKeys<Parsers>,
  others: readonly string[] = [],
) {
  const keys: ListQuery['urlKeys'] = urlKeys
  return { parsers, urlKeys, names: [...Object.keys(parsers).map((name) => keys[name] ?? name), ...others] }
}

/**
 * The parameters of a list's URL that have no effect, such as "stops=abc": their parser rejects them, or the name is
 * repeated. An empty value counts as absent.
 */
export function leftOutOf(listed: URLSearchParams, { parsers, urlKeys }: ListQuery): string[] {
  const parts = Object.entries(parsers).flatMap(([name, { parse }]) => {
    const key = urlKeys[name] ?? name
    const given = listed.getAll(key)
    return given.filter((text, at) => text !== '' && (at > 0 || parse(text) === null)).map((text) => `${key}=${text}`)
  })
  return [...new Set(parts)]
}

/** The parameters that name flights or a hotel of this list, which another search does not have. */
const ofThisList = ['row', 'out']

/** Copies the parameters in `names` from a list's URL to a search's query: order and filters, but not what is chosen. */
export function withListed(query: string, listed: string, names: readonly string[]): string {
  const result = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(listed)) {
    if (names.includes(name) && !ofThisList.includes(name)) result.set(name, value)
  }
  return result.toString()
}

/**
 * Keeps the sort order and filters of the list for a search that is repeated in the same or another currency. A price
 * limit counts only in its own currency. Any other search starts without them.
 *
 * @param current the query of the current URL
 */
export function withKept(query: string, current: string, { names }: ListQuery): string {
  const [next, now] = [new URLSearchParams(query), new URLSearchParams(current)]
  if (searchOf(next, names) !== searchOf(now, names)) return query
  const isSameCurrency = next.get('currency') === now.get('currency')
  return withListed(query, current, isSameCurrency ? names : names.filter((name) => name !== 'price'))
}

/** The search of a URL, without its currency and the parameters of its list. */
function searchOf(params: URLSearchParams, names: readonly string[]): string {
  const search = [...params].filter(([name]) => name !== 'currency' && !names.includes(name))
  return new URLSearchParams(search.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
}

/** Whether a list's URL has filters that its parsers accept, besides the sort order and the open row. */
export function hasFilters(listed: string, { parsers, urlKeys }: ListQuery): boolean {
  const query = new URLSearchParams(listed)
  return Object.entries(parsers).some(([name, { parse }]) => {
    const text = query.get(urlKeys[name] ?? name)
    return name !== 'sort' && name !== 'row' && text !== null && text !== '' && parse(text) !== null
  })
}
