import type { SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import type { HistoryPoint } from './price-history.ts'

/** The sources of one search: `asked` all of them, `answered` those that did not fail. */
export type SearchSources = { readonly asked: readonly string[]; readonly answered: readonly string[] }

/**
 * Whether new prices can be compared with the earlier ones of a search, which are about `sources`. They cannot if a
 * source answers for the first time, or if one of the earlier sources is no longer asked: the difference would not be a
 * change of price. A source that fails changes nothing: it may answer the next time.
 */
export function isComparable(sources: readonly string[], { asked, answered }: SearchSources): boolean {
  return answered.every((name) => sources.includes(name)) && sources.every((name) => asked.includes(name))
}

/** The fields of a search whose prices are compared from these on. Earlier prices are about other sources. */
export function comparedFrom(points: readonly HistoryPoint[], answered: readonly string[]) {
  const earliest = Math.min(...points.map(({ at }) => at.getTime()))
  return { sources: [...answered], comparedFrom: new Date(earliest) }
}

/** Whether a price of the history is about the sources that the search compares now. */
export function isCompared(
  { skill, at, currency, data }: HistoryPoint,
  row: Pick<SavedSearch, 'sources' | 'comparedFrom' | 'currency' | 'data'>,
): boolean {
  const isSameSource = row.sources.includes(skill) && (row.comparedFrom === null || at >= row.comparedFrom)
  return isSameSource && data === row.data && currency === row.currency
}
