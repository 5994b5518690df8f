import { formatPrice, fullPriceWriter, isWrittenWhole, priceWriter, wholePriceWriter } from './money.ts'

/** Writes amounts of a currency. */
export type WriteIn = (currency: string) => (amount: number) => string

/** Writes prices that have no others beside them, each like `formatPrice`. */
export function singleWriter(locale: string): WriteIn {
  return (currency) => (amount) => formatPrice(amount, currency, locale)
}

/** Writes adjacent prices of several currencies, each currency like `priceWriter`. */
export function pricesWriter(prices: readonly { amount: number; currency: string }[], locale: string): WriteIn {
  const byCurrency = Map.groupBy(prices, ({ currency }) => currency)
  return (currency) =>
    priceWriter(
      (byCurrency.get(currency) ?? []).map(({ amount }) => amount),
      currency,
      locale,
    )
}

/** The codes of the currencies whose amounts a list writes without decimals: "EUR USD". */
export function wholeCurrencies(prices: readonly { amount: number; currency: string }[]): string {
  const byCurrency = Map.groupBy(prices, ({ currency }) => currency)
  return [...byCurrency]
    .filter(([currency, all]) =>
      isWrittenWhole(
        all.map(({ amount }) => amount),
        currency,
      ),
    )
    .map(([currency]) => currency)
    .toSorted()
    .join(' ')
}

/**
 * Writes prices of a list with the decimals that `wholeCurrencies` decides on: in its rows, in an open row, and in the
 * summary of an offer.
 */
export function listWriter(whole: string, locale: string): WriteIn {
  return (currency) => (whole.includes(currency) ? wholePriceWriter : fullPriceWriter)(currency, locale)
}
