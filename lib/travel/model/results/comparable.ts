import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { Found } from './found.ts'

/** Comparable results, and counts of those left out. */
export interface Comparable<Item extends Found> {
  /** The currency of the comparison. */
  currency: string
  offers: Item[]
  /** The other currencies and how many results they have, left out unless `keepsOthers`; most frequent first. */
  otherCurrencies: { currency: string; count: number }[]
  /** Number of results left out because they do not fit the search. */
  unasked: number
}

/** The requirements of a list. */
export interface Asked<Item extends Found> {
  currency: string
  /** Whether a result fits the search. */
  fits: (item: Item) => boolean
  /** Keeps prices in other currencies among the offers, for a list that separates them itself. */
  keepsOthers?: boolean
}

/**
 * The results that fit the search, in one currency unless the list keeps the others. The currency is the search's if
 * any result has it, else the most frequent one.
 */
export function comparable<Item extends Found>(
  found: readonly Item[],
  { currency, fits, keepsOthers = false }: Asked<Item>,
): Comparable<Item> {
  const fitting = found.filter(fits)
  const { items, others, currency: shown } = inOneCurrency(fitting, currency)
  const offers = keepsOthers ? fitting : items
  return { currency: shown, offers, otherCurrencies: others, unasked: found.length - fitting.length }
}

/** From offers for sale to generated ones. */
const labels = ['live', 'test', 'sample'] as const

/** The kind of data that a list of these offers shows. The kinds never share a list, and live offers come first. */
export const labelOf = (offers: readonly Found[]): DataLabel | undefined =>
  labels.find((label) => offers.some(({ data }) => data === label))

/** Keeps the offers of one kind: live ones, else test ones. */
export function apart<Item extends Found>(offers: readonly Item[]): Item[] {
  const label = labelOf(offers)
  return offers.filter(({ data }) => data === label)
}

/**
 * The items of one currency, in their order: the requested one if any item has it, else the most frequent. `others`:
 * the other currencies and their number of left-out items, largest first.
 */
export function inOneCurrency<Item extends { price: { currency: string } }>(given: readonly Item[], asked: string) {
  const counts = new Map<string, number>()
  for (const { price } of given) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1)
  const most = [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  const currency = counts.has(asked) ? asked : (most[0]?.[0] ?? asked)
  return {
    currency,
    items: given.filter(({ price }) => price.currency === currency),
    others: most.filter(([other]) => other !== currency).map(([other, count]) => ({ currency: other, count })),
  }
}
