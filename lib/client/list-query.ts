/** The URL parameters of a list: its parsers' names, or their aliases in `urlKeys`. */
export function addressNames(parsers: object, urlKeys: Readonly<Partial<Record<string, string>>>): string[] {
  return Object.keys(parsers).map((name) => urlKeys[name] ?? name)
}

/** Copies the parameters in `names` from a list's URL to a search's query: order and filters, but not the open row. */
export function withListed(query: string, listed: string, names: readonly string[]): string {
  const result = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(listed)) {
    if (names.includes(name) && name !== 'row') result.set(name, value)
  }
  return result.toString()
}
