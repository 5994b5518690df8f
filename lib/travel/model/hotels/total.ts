import type { HotelResult, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { ExchangeRates } from '../exchange-rates.ts'

/** The currency of a comparison, and the exchange rates into it. */
export interface Comparison {
  currency: string
  /** `null`: no conversion is possible. */
  rates: ExchangeRates | null
}

/** A hotel's comparable total. For sorting and filtering only, never displayed as a price. */
export interface ComparedTotal {
  /**
   * In the currency of the list, with every charge that can be converted; infinite if the price cannot be converted.
   */
  amount: number
  /** Whether any part of the amount was converted. */
  isAbout: boolean
  /** Whether a charge paid at the hotel is missing from `amount`: its amount is unknown, or it cannot be converted. */
  isMore: boolean
}

/** Mandatory charges paid at the hotel and missing from the total: in another currency, or of unknown amount. */
export function chargesBeside({ unpriced_charges = [] }: Pick<HotelResult, 'unpriced_charges'>): UnpricedCharge[] {
  return unpriced_charges.filter(({ included, price }) => !included && price?.amount !== 0)
}

export function comparedTotal(
  hotel: Pick<HotelResult, 'price' | 'unpriced_charges'>,
  { currency, rates }: Comparison,
): ComparedTotal {
  const inList = (price: Price | undefined) => price && convert(price, currency, rates)
  const price = inList(hotel.price)
  if (price === undefined) return { amount: Number.POSITIVE_INFINITY, isAbout: false, isMore: false }
  const total: ComparedTotal = { amount: price, isAbout: hotel.price.currency !== currency, isMore: false }
  for (const charge of chargesBeside(hotel)) {
    const amount = inList(charge.price)
    if (amount === undefined) total.isMore = true
    else {
      total.amount += amount
      total.isAbout ||= charge.price?.currency !== currency
    }
  }
  return total
}

/** Whether a total can be compared with the others of its list. */
export const isComparable = ({ amount }: ComparedTotal): boolean => Number.isFinite(amount)

/** Compares totals, the lowest first; those that cannot be compared come last, by currency and amount. */
export function measuresOfTotal({ amount, currency }: Price, compared: ComparedTotal): number[] {
  if (isComparable(compared)) return [compared.amount, compared.isMore ? 1 : 0, 0, 0]
  return [compared.amount, 0, Number.parseInt(currency, 36), amount]
}

/** The approximate price in another currency, unrounded; `undefined` without a rate. */
export function convert({ amount, currency }: Price, to: string, rates: ExchangeRates | null): number | undefined {
  if (currency === to) return amount
  if (rates === null) return undefined
  const rateOf = (code: string) => (code === rates.base ? 1 : rates.rates[code])
  const [from, into] = [rateOf(currency), rateOf(to)]
  return from === undefined || into === undefined ? undefined : (amount / from) * into
}
