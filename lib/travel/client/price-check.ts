import type { Price } from '#runner/contract/travel-fields.ts'
import type { Found } from '../model/results/found.ts'
import type { FailedAnswer } from './ask-skill.ts'

/** The result of asking the provider for an offer's price again. */
export type PriceCheck =
  | { state: 'same' }
  /** In the currency of the list. */
  | { state: 'changed'; now: Price }
  | { state: 'gone' }
  | FailedAnswer

/** Compares an offer with its provider's newer offers of the same product; the cheapest of them decides. */
export function comparePrice({ price }: Pick<Found, 'price'>, newer: readonly Pick<Found, 'price'>[]): PriceCheck {
  const comparable = newer.map((one) => one.price).filter(({ currency }) => currency === price.currency)
  const now = comparable.toSorted((a, b) => a.amount - b.amount)[0]
  if (now === undefined) return { state: 'gone' }
  return now.amount === price.amount ? { state: 'same' } : { state: 'changed', now }
}
