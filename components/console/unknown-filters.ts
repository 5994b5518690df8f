/**
 * The sentence about parameters of a list's URL that the list does not know, such as those of a mistyped link.
 *
 * @param known the shape of the list's query
 */
export function unknownFilterText(query: URLSearchParams, known: Readonly<Record<string, unknown>>) {
  const names = [...new Set(query.keys())].filter((name) => !Object.hasOwn(known, name)).map(shortName)
  if (names.length === 0) return
  return names.length === 1
    ? `This address has a filter that this page does not know: ${names[0]}.`
    : `This address has filters that this page does not know: ${names.join(', ')}.`
}

/** The longest name shown, in characters. */
const longestName = 40

const shortName = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)} …` : name)
