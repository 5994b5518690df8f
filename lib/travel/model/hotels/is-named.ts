/** Lower case, in usual width, without accents. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a name has every word of the query, or its beginning, in any order. */
export function isNamed(name: string, query: string): boolean {
  const folded = ` ${fold(name)}`
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
