import type { HotelResult, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import type { ExchangeRates } from '../exchange-rates.ts'
import { convert } from '../results/converted.ts'

/** The currency of a comparison, and the exchange rates into it. */
export interface Comparison {
  currency: string
  /** `null`: no conversion is possible. */
  rates: ExchangeRates | null
}

/** The comparison of prices beside offers of one kind. Generated rates never convert live prices. */
export const comparisonOf = (
  currency: string,
  rates: ExchangeRates | null,
  data: DataLabel | undefined,
): Comparison => ({ currency, rates: data === 'live' && rates?.data !== 'live' ? null : rates })

/** A hotel's comparable total, by which a list sorts and filters. */
export interface ComparedTotal {
  /** In the currency of the list, with every charge of known amount; infinite if a part cannot be converted. */
  amount: number
  /** Whether any part of the amount was converted. */
  isAbout: boolean
  /** Whether a charge paid at the hotel is missing from `amount`, because its amount is unknown. */
  isMore: boolean
}

/** Mandatory charges paid at the hotel and missing from the total: in another currency, or of unknown amount. */
export function chargesBeside({ unpriced_charges = [] }: Pick<HotelResult, 'unpriced_charges'>): UnpricedCharge[] {
  return unpriced_charges.filter(({ included, price }) => !included && price?.amount !== 0)
}

type Charged = Pick<HotelResult, 'price' | 'unpriced_charges'>

/** Whether a part of a hotel's total is due in another currency than that of the list. */
export const needsRates = (hotel: Charged, currency: string): boolean =>
  hotel.price.currency !== currency || chargesBeside(hotel).some(({ price }) => price && price.currency !== currency)

export function comparedTotal(hotel: Charged, { currency, rates }: Comparison): ComparedTotal {
  const inList = (price: Price | undefined) => price && convert(price, currency, rates)
  const unknown: ComparedTotal = { amount: Number.POSITIVE_INFINITY, isAbout: false, isMore: false }
  const price = inList(hotel.price)
  if (price === undefined) return unknown
  const total: ComparedTotal = { amount: price, isAbout: hotel.price.currency !== currency, isMore: false }
  for (const charge of chargesBeside(hotel)) {
    const amount = inList(charge.price)
    if (charge.price === undefined) total.isMore = true
    else if (amount === undefined) return unknown
    else {
      total.amount += amount
      total.isAbout ||= charge.price.currency !== currency
    }
  }
  return total
}

/**
 * What a stay costs in all, as one price: in its own currency, or about, if parts of it are due in several currencies.
 * Null if these cannot be converted. Without charges of unknown amount.
 */
export function dueTotal(hotel: Charged, comparison: Comparison): { price: Price; isAbout: boolean } | null {
  const { currency } = hotel.price
  const own = comparedTotal(hotel, { currency, rates: null })
  if (isComparable(own)) return { price: { amount: own.amount, currency }, isAbout: false }
  const compared = comparedTotal(hotel, comparison)
  if (!isComparable(compared)) return null
  return { price: { amount: compared.amount, currency: comparison.currency }, isAbout: true }
}

/** Whether a total can be compared with the others of its list. */
export const isComparable = ({ amount }: ComparedTotal): boolean => Number.isFinite(amount)

/** Compares totals, the lowest first; those that cannot be compared come last, by currency and amount. */
export function measuresOfTotal({ amount, currency }: Price, compared: ComparedTotal): number[] {
  if (isComparable(compared)) return [compared.amount, compared.isMore ? 1 : 0, 0, 0]
  return [compared.amount, 0, Number.parseInt(currency, 36), amount]
}
