/** The parsers of a list's URL parameters, by the list's own names. */
export interface ListParsers {
  readonly [name: string]: { parse(text: string): unknown }
}

/** The names in the URL that differ from the list's own. */
export type UrlNames = Readonly<Partial<Record<string, string>>>

/** The URL parameters of a list: its parsers' names, or their aliases in `urlKeys`. */
export function addressNames(parsers: ListParsers, urlKeys: UrlNames): string[] {
  return Object.keys(parsers).map((name) => urlKeys[name] ?? name)
}

/**
 * The parameters of a list's URL that have no effect, such as "stops=abc": their parser rejects them, or the name is
 * repeated. An empty value counts as absent.
 */
export function leftOutOf(listed: URLSearchParams, parsers: ListParsers, urlKeys: UrlNames): string[] {
  const parts = Object.entries(parsers).flatMap(([name, { parse }]) => {
    const key = urlKeys[name] ?? name
    const given = listed.getAll(key)
    return given.filter((text, at) => text !== '' && (at > 0 || parse(text) === null)).map((text) => `${key}=${text}`)
  })
  return [...new Set(parts)]
}

/** Copies the parameters in `names` from a list's URL to a search's query: order and filters, but not the open row. */
export function withListed(query: string, listed: string, names: readonly string[]): string {
  const result = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(listed)) {
    if (names.includes(name) && name !== 'row') result.set(name, value)
  }
  return result.toString()
}
