import { fullPriceWriter, priceWriter } from './money.ts'

/**
 * Returns a writer for a price and the one that it fell below, if that is known. Adds decimals where rounding would
 * hide the fall: €399.60 is below €400, but "€400" is not.
 */
export function fallWriter(
  fallen: number,
  before: number | undefined,
  currency: string,
  locale: string,
): (amount: number) => string {
  if (before === undefined) return priceWriter([fallen], currency, locale)
  const isHidden = before > fallen && Math.round(before) <= Math.round(fallen)
  return isHidden ? fullPriceWriter(currency, locale) : priceWriter([fallen, before], currency, locale)
}
