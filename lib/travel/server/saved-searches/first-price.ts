import type { PriceAlert, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import type { AlertRule } from '../../model/saved-search.ts'
import { stateUnder } from './alert-rule.ts'
import type { HistoryPoint } from './thin-points.ts'

/** The fields of the first price. The person saw it, so it raises no alert even if it is below the limit of the rule. */
export function firstPrice({ amount, currency, data, at }: HistoryPoint, rule: AlertRule) {
  const { saved, high, isArmed } = stateUnder(rule, amount, amount, currency)
  return { data, savedAmount: saved, latestAmount: amount, latestSeenAt: at, highAmount: high, isArmed }
}

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
