import type { PriceAlert, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { minorDigits } from '../../model/money.ts'
import { AlertRule } from '../../model/saved-search.ts'
import type { HistoryPoint } from './price-history.ts'

/** What the alerts of a search depend on, besides its rule. All amounts are in one currency. */
type AlertState = {
  /** The first price. */
  readonly saved: number
  /** The highest price since the last alert. */
  readonly high: number
  /** Whether a price below the limit is a new fall. */
  readonly isArmed: boolean
}

type AlertDecision = { readonly isAlert: boolean; readonly next: AlertState }

/** The amount that the person set as the limit, if the stored rule has one. */
export function limitOf(rule: unknown): number | undefined {
  const { data } = AlertRule.safeParse(rule)
  return data?.type === 'below' ? data.amount : undefined
}

/** The state before a search's first price. `amount`: that price. */
export const startState = (amount: number): AlertState => ({ saved: amount, high: amount, isArmed: true })

/**
 * Decides whether a price raises an alert. Each fall below the limit raises one alert: while the price stays below the
 * limit, even if it falls further, it raises no other. A fall in percent is measured from the highest price since the
 * last alert, so several small falls add up.
 *
 * @param risenTo the amount that counts as a rise: less than the price if a lower one may exist
 */
export function decideAlert(
  rule: AlertRule,
  state: AlertState,
  amount: number,
  currency: string,
  risenTo = amount,
): AlertDecision {
  const minor = 10 ** minorDigits(currency)
  const price = Math.round(amount * minor)
  const risen = Math.round(risenTo * minor)
  if (rule.type === 'falls_by') {
    const high = Math.max(Math.round(state.high * minor), risen)
    const isAlert = price < high && price * 100 <= high * (100 - rule.percent)
    return { isAlert, next: { ...state, high: (isAlert ? price : high) / minor } }
  }
  const limit = Math.round((rule.type === 'below' ? rule.amount : state.saved) * minor)
  const isAlert = price < limit && state.isArmed
  const isArmed = risen >= limit || (state.isArmed && !isAlert)
  return { isAlert, next: { ...state, high: Math.max(state.high, risenTo), isArmed } }
}

/**
 * The state at a price that raises no alert even if it is below the limit: under a new rule, because the person knows
 * the latest price, and after the kind of data (live, test, sample) changed. `latest` undefined: no price yet.
 */
export function stateUnder(rule: AlertRule, saved: number, latest: number | undefined, currency: string): AlertState {
  if (latest === undefined) return startState(saved)
  return decideAlert(rule, { saved, high: latest, isArmed: true }, latest, currency).next
}

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
