import type { PriceAlert, SavedSearch } from '#lib/db/generated/client.ts'

/**
 * A search's first price, to compare with the price of an alert. The person may not have seen it: a search can be saved
 * without a price. Undefined if it is not higher than the alert's price, or has another kind of data.
 */
export function firstPriceAbove(
  { amount, data }: Pick<PriceAlert, 'amount' | 'data'>,
  { savedAmount, data: kind }: Pick<SavedSearch, 'savedAmount' | 'data'>,
): number | undefined {
  return savedAmount !== null && savedAmount > amount && kind === data ? savedAmount : undefined
}
