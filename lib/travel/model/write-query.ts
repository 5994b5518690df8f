/**
 * Writes a search as a readable URL query in the order of `usual`, without default values except `adults`. The text is
 * always the same for the same search. Imports no library, because pages load it to write URLs.
 *
 * @param usual every field of the search in the schema's order, with the schema's default
 */
export function writeQuery(usual: object, search: object): string {
  const query = new URLSearchParams()
  const given = new Map<string, unknown>(Object.entries(search))
  for (const [name, usualValue] of Object.entries(usual)) {
    const value = given.get(name)
    // The number of travelers is always written.
    const isUsual = name !== 'adults' && String(value) === String(usualValue)
    if (value !== undefined && !isUsual) query.set(name, String(value))
  }
  return query.toString()
}

/** Every field of a search with its default; `undefined` without one. */
export type Usual<Search> = { readonly [name in keyof Search]-?: Search[name] | undefined }
