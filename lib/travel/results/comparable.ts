import { inOneCurrency } from '../one-currency.ts'
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

/** Removes generated and test offers if there are live ones: the two never share a list. */
export function apart<Item extends Found>(offers: Item[]): Item[] {
  const live = offers.filter(({ data }) => data === 'live')
  return live.length > 0 ? live : offers
}
