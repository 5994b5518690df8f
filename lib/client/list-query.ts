/** The names of a list in the address: its parsers' own, or what `urlKeys` calls them there. */
export function addressNames(parsers: object, urlKeys: Readonly<Partial<Record<string, string>>>): string[] {
  return Object.keys(parsers).map((name) => urlKeys[name] ?? name)
}

/** A search's query with those of `names` that stand in a list's address: its order and its filters. The open row stays behind. */
export function withListed(query: string, listed: string, names: readonly string[]): string {
  const result = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(listed)) {
    if (names.includes(name) && name !== 'row') result.set(name, value)
  }
  return result.toString()
}
