import type { HotelResult, PricePart } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { fromMinorUnits, roundTogether, toMinorUnits } from '../exact-money.ts'
import { minorDigits } from '../money.ts'

/** No currency has more decimal digits. Some currencies are displayed with fewer digits than their prices have. */
const EXACT_DIGITS = 4

type Priced = Pick<HotelResult, 'price' | 'price_parts'>

/**
 * A hotel's price by purpose and by time of payment. Each split adds up to the price. `undefined` if the parts do not,
 * or have another currency: then no split is meaningful.
 */
export function splitPrice({ price, price_parts }: Priced) {
  if (price_parts.some((part) => part.price.currency !== price.currency)) return undefined
  const sumOf = (isMeant: (part: PricePart) => boolean) =>
    price_parts.filter(isMeant).reduce((sum, part) => sum + unitsOf(part.price, EXACT_DIGITS), 0)
  const toPrice = (units: number): Price => priceOf(units, price.currency, EXACT_DIGITS)
  if (sumOf(() => true) !== unitsOf(price, EXACT_DIGITS)) return undefined
  return {
    room: toPrice(sumOf(({ kind }) => kind === 'room')),
    taxes: toPrice(sumOf(({ kind }) => kind === 'tax')),
    fees: toPrice(sumOf(({ kind }) => kind === 'fee')),
    /** Taxes and fees without a name from the provider. */
    rest: toPrice(sumOf(({ kind }) => kind === 'rest')),
    /** Included in the booking, and paid at the hotel in addition. */
    booked: toPrice(sumOf(({ included }) => included)),
    atHotel: toPrice(sumOf(({ included }) => !included)),
  }
}

/**
 * A price and its parts as a list without decimals writes them: whole amounts that still add up. A price whose parts do
 * not add up is unchanged.
 */
export function wholePrice<Hotel extends Priced>(hotel: Hotel): Hotel {
  if (splitPrice(hotel) === undefined) return hotel
  const { price, price_parts } = hotel
  const amounts = roundTogether(
    price_parts.map((part) => part.price.amount),
    price.amount,
  )
  return {
    ...hotel,
    price: { ...price, amount: Math.round(price.amount) },
    price_parts: price_parts.map((part, at) => ({ ...part, price: { ...part.price, amount: amounts[at] ?? 0 } })),
  }
}

/** The price of one night, rounded half up to the currency's minor unit. */
export function pricePerNight(price: Price, nights: number): Price {
  const digits = minorDigits(price.currency)
  return priceOf(Math.round(unitsOf(price, digits) / nights), price.currency, digits)
}

/** NaN for an invalid amount. */
function unitsOf({ amount }: Price, digits: number): number {
  return toMinorUnits(amount.toFixed(digits), digits) ?? Number.NaN
}

function priceOf(units: number, currency: string, digits: number): Price {
  return { amount: Number(fromMinorUnits(units, digits)), currency }
}
