import type { Price } from '#runner/contract/travel-fields.ts'
import type { ExchangeRates } from '../exchange-rates.ts'
import { minorDigits } from '../money.ts'
import type { Found } from './found.ts'
import type { SearchState } from './search-stream.ts'

/** Converts a price, rounded to the minor unit; `undefined` without a rate. */
export type Convert = (price: Price) => Price | undefined

/**
 * The results of a search in another currency, marked as about, to show until the providers answer in it. Leaves out
 * those without a rate. Null if the rates are not for these results: generated rates never mix with live prices.
 */
export function convertResults<Item extends Found>(
  state: SearchState<Item>,
  currency: string,
  rates: ExchangeRates,
  convertOffer: (offer: Item, convertPrice: Convert) => Item | undefined,
): SearchState<Item> | null {
  const into: Convert = (price) => {
    const amount = convert(price, currency, rates)
    return amount === undefined ? undefined : { amount: Number(amount.toFixed(minorDigits(currency))), currency }
  }
  let isMixed = false
  const sources = state.sources.map((source) => {
    const { progress } = source
    if (progress.state !== 'answered') return source
    isMixed ||= rates.data !== 'live' && progress.offers.some(({ data }) => data === 'live')
    const offers = progress.offers.flatMap((offer) => {
      if (offer.price.currency === currency) return offer
      const converted = convertOffer(offer, into)
      return converted ? { ...converted, isAbout: true } : []
    })
    return { ...source, progress: { ...progress, offers } }
  })
  return isMixed ? null : { ...state, sources, previous: {} }
}

/** The approximate price in another currency, unrounded; `undefined` without a rate. */
export function convert({ amount, currency }: Price, to: string, rates: ExchangeRates | null): number | undefined {
  if (currency === to) return amount
  if (rates === null) return undefined
  const rateOf = (code: string) => (code === rates.base ? 1 : rates.rates[code])
  const [from, into] = [rateOf(currency), rateOf(to)]
  return from === undefined || into === undefined ? undefined : (amount / from) * into
}
