import type { Price } from '#runner/contract/travel-fields.ts'
import type { ExchangeRates } from './exchange-rates.ts'

/** The approximate price in another currency, unrounded; `undefined` without a rate. */
export function convert({ amount, currency }: Price, to: string, rates: ExchangeRates | null): number | undefined {
  if (currency === to) return amount
  if (rates === null) return undefined
  const rateOf = (code: string) => (code === rates.base ? 1 : rates.rates[code])
  const [from, into] = [rateOf(currency), rateOf(to)]
  return from === undefined || into === undefined ? undefined : (amount / from) * into
}
