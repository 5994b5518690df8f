import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AlertRule } from '../../model/saved-search.ts'
import { decideAlert, startState } from './alert-rule.ts'

/** Whether each of these prices, in order, raises an alert. The first price is the saved one. */
function alertsIn(rule: AlertRule, prices: readonly number[], currency = 'USD'): boolean[] {
  let state = startState(prices[0] ?? 0)
  return prices.map((price) => {
    const { isAlert, next } = decideAlert(rule, state, price, currency)
    state = next
    return isAlert
  })
}
const cents = fc.integer({ min: 1, max: 1_000_000 }).map((minor) => minor / 100)
const prices = fc.array(cents, { minLength: 1, maxLength: 40 })
const rules: fc.Arbitrary<AlertRule> = fc.oneof(
  fc.constant<AlertRule>({ type: 'below_saved' }),
  cents.map((amount): AlertRule => ({ type: 'below', amount })),
  fc.integer({ min: 1, max: 90 }).map((percent): AlertRule => ({ type: 'falls_by', percent })),
)

test('alerts once when the price falls below the limit, and again only after it returned to the limit', () => {
  const rule: AlertRule = { type: 'below', amount: 400 }
  expect(alertsIn(rule, [452, 400, 399.99, 399.99, 380, 400, 394])).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    true,
  ])
})

test('with the rule "below the saved price", an equal price raises no alert', () => {
  expect(alertsIn({ type: 'below_saved' }, [100, 120, 100, 99.99])).toEqual([false, false, false, true])
})

test('small falls add up to a fall in percent; after an alert, falls are measured from the price of that alert', () => {
  const rule: AlertRule = { type: 'falls_by', percent: 10 }
  expect(alertsIn(rule, [100, 96, 93, 90, 90, 82, 81, 120, 108.01, 108])).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
    true,
    false,
    false,
    true,
  ])
})

test('compares in whole minor units, in each currency', () => {
  expect(alertsIn({ type: 'falls_by', percent: 10 }, [0.3, 0.27])).toEqual([false, true])
  expect(alertsIn({ type: 'below', amount: 0.3 }, [1, 0.1 + 0.2])).toEqual([false, false])
  expect(alertsIn({ type: 'below', amount: 1000 }, [1200, 999.6, 999], 'JPY')).toEqual([false, false, true])
  expect(alertsIn({ type: 'below', amount: 0.3 }, [1, 0.3, 0.299], 'KWD')).toEqual([false, false, true])
})

test('the same price again, or a higher price, never raises an alert', () => {
  fc.assert(
    fc.property(rules, prices, (rule, all) => {
      const doubled = all.flatMap((price) => [price, price])
      const alerts = alertsIn(rule, doubled)
      for (const [at, isAlert] of alerts.entries())
        if (at > 0 && isAlert) expect(doubled[at]).toBeLessThan(doubled[at - 1] ?? 0)
    }),
  )
})

test('alerts exactly at the first price of each run below the limit, and at each fall by the percentage', () => {
  fc.assert(
    fc.property(cents, prices, (amount, all) => {
      const alerts = alertsIn({ type: 'below', amount }, all)
      // Computed without the state: the first price of each run below the limit raises an alert.
      const starts = all.map((price, at) => price < amount && (at === 0 || (all[at - 1] ?? 0) >= amount))
      expect(alerts).toEqual(starts)
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), prices, (percent, all) => {
      const minor = all.map((price) => Math.round(price * 100))
      let from = 0
      for (const [at, isAlert] of alertsIn({ type: 'falls_by', percent }, all).entries()) {
        const high = Math.max(...minor.slice(from, at + 1))
        expect(isAlert).toBe((minor[at] ?? 0) < high && (high - (minor[at] ?? 0)) * 100 >= percent * high)
        if (isAlert) from = at
      }
    }),
  )
})
