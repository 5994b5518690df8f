import { inOneCurrency } from '../one-currency.ts'
import type { Found } from './found.ts'

/** What may stand in one comparison, and what is left out of it. */
export interface Comparable<Item extends Found> {
  /** The one currency of `offers`. */
  currency: string
  offers: Item[]
  /** Left out because their price is in another currency; most first. */
  otherCurrencies: { currency: string; count: number }[]
  /** Left out because they are not what was asked for. */
  unasked: number
}

/** What a list is for. */
export interface Asked<Item extends Found> {
  currency: string
  /** Whether a result answers the search at all. */
  fits: (item: Item) => boolean
}

/**
 * The results that may stand in one comparison: what was asked for, and in one currency. That is the one of the search when any
 * result has it, else the one that most results have.
 */
export function comparable<Item extends Found>(
  found: readonly Item[],
  { currency, fits }: Asked<Item>,
): Comparable<Item> {
  const fitting = found.filter(fits)
  const { items, others, currency: shown } = inOneCurrency(fitting, currency)
  return { currency: shown, offers: items, otherCurrencies: others, unasked: found.length - fitting.length }
}

/** Generated and test offers never stand in one list with live ones. */
export function apart<Item extends Found>(offers: Item[]): Item[] {
  const live = offers.filter(({ data }) => data === 'live')
  return live.length > 0 ? live : offers
}
