import { fullPriceWriter, priceWriter } from './money.ts'

/** What a price fell below: a search's first price, and the limit that the person set. */
type Above = { readonly first?: number | undefined; readonly limit?: number | undefined }

/**
 * Returns a writer for a price that has fallen, and for the search's first price. Adds decimals where rounding would
 * hide the fall: €399.60 is below €400, but "€400" is not.
 */
export function fallWriter(
  fallen: number,
  { first, limit }: Above,
  currency: string,
  locale: string,
): (amount: number) => string {
  const isHidden = [first, limit].some(
    (above) => above !== undefined && above > fallen && Math.round(above) <= Math.round(fallen),
  )
  if (isHidden) return fullPriceWriter(currency, locale)
  return priceWriter(first === undefined ? [fallen] : [fallen, first], currency, locale)
}
