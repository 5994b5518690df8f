import type { HotelResult, PricePart } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { fromMinorUnits, minorDigits, toMinorUnits } from '../money.ts'

/** No currency has smaller units. The digits to show are fewer for some currencies than those that prices are written with. */
const EXACT_DIGITS = 4

/** A hotel's price by what it is for, and by when it is paid. Each split adds up to the price. */
export interface PriceSplit {
  room: Price
  taxes: Price
  fees: Price
  /** Taxes and fees that the provider does not name. */
  rest: Price
  /** In what is booked. */
  booked: Price
  /** Taken by the hotel on top, on the spot. */
  atHotel: Price
}

/** `undefined` when the parts do not add up to the price, or one is in another currency: then no split means anything. */
export function splitPrice({ price, price_parts }: Pick<HotelResult, 'price' | 'price_parts'>): PriceSplit | undefined {
  if (price_parts.some((part) => part.price.currency !== price.currency)) return undefined
  const sumOf = (isMeant: (part: PricePart) => boolean) =>
    price_parts.filter(isMeant).reduce((sum, part) => sum + unitsOf(part.price, EXACT_DIGITS), 0)
  const toPrice = (units: number): Price => priceOf(units, price.currency, EXACT_DIGITS)
  if (sumOf(() => true) !== unitsOf(price, EXACT_DIGITS)) return undefined
  return {
    room: toPrice(sumOf(({ kind }) => kind === 'room')),
    taxes: toPrice(sumOf(({ kind }) => kind === 'tax')),
    fees: toPrice(sumOf(({ kind }) => kind === 'fee')),
    rest: toPrice(sumOf(({ kind }) => kind === 'rest')),
    booked: toPrice(sumOf(({ included }) => included)),
    atHotel: toPrice(sumOf(({ included }) => !included)),
  }
}

/** The share of one night, rounded half up to the currency's minor unit. */
export function pricePerNight(price: Price, nights: number): Price {
  const digits = minorDigits(price.currency)
  return priceOf(Math.round(unitsOf(price, digits) / nights), price.currency, digits)
}

/** Not a number for an amount that is none. */
function unitsOf({ amount }: Price, digits: number): number {
  return toMinorUnits(amount.toFixed(digits), digits) ?? Number.NaN
}

function priceOf(units: number, currency: string, digits: number): Price {
  return { amount: Number(fromMinorUnits(units, digits)), currency }
}
