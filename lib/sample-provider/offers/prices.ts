import { fromMinorUnits, minorDigits } from '#lib/travel/money.ts'
import type { FlightOffer, TravelerPricing } from '../wire.ts'
import type { Currency } from './currencies.ts'
import type { FlightSearch } from './search.ts'

const CHILD_BASE = 0.75
const INFANT_BASE = 0.1
const INFANT_TAX = 0.3

interface Traveler {
  id: string
  type: TravelerPricing['travelerType']
  adultId?: string
}

interface TravelerPrice extends Traveler {
  price: TravelerPricing['price']
}

export interface OfferPrice {
  price: FlightOffer['price']
  travelers: TravelerPrice[]
  /** Total of one adult in whole and broken units of the currency, for the limit per traveler. */
  adultTotal: number
}

function travelersOf({ adults, children, infants }: FlightSearch): Traveler[] {
  const travelers: Traveler[] = []
  for (let at = 0; at < adults; at++) travelers.push({ id: String(travelers.length + 1), type: 'ADULT' })
  for (let at = 0; at < children; at++) travelers.push({ id: String(travelers.length + 1), type: 'CHILD' })
  for (let at = 0; at < infants; at++) {
    travelers.push({ id: String(travelers.length + 1), type: 'HELD_INFANT', adultId: String(at + 1) })
  }
  return travelers
}

/** Prices one adult's fare and taxes for every traveler, with their exact sum, in integers of minor units. */
export function createPricer(
  currency: Currency,
  search: FlightSearch,
): (fareUsd: number, taxUsd: number) => OfferPrice {
  const digits = minorDigits(currency.code)
  return (fareUsd, taxUsd) => priceOffer(fareUsd, taxUsd, currency, digits, search)
}

function priceOffer(
  fareUsd: number,
  taxUsd: number,
  currency: Currency,
  digits: number,
  search: FlightSearch,
): OfferPrice {
  const unit = 10 ** digits
  // Fares are filed in round numbers; a currency of small units in larger ones.
  const step = unit * 10 ** Math.max(0, Math.floor(Math.log10(currency.perUsd)))
  const round = (minor: number, to: number) => Math.max(to, Math.round(minor / to) * to)
  const adultBase = round(fareUsd * currency.perUsd * unit, step)
  const adultTax = round(taxUsd * currency.perUsd * unit, Math.max(1, step / unit))
  const shares = {
    ADULT: { base: adultBase, tax: adultTax },
    CHILD: { base: round(adultBase * CHILD_BASE, step), tax: adultTax },
    HELD_INFANT: { base: round(adultBase * INFANT_BASE, step), tax: Math.round(adultTax * INFANT_TAX) },
  }
  const text = (minor: number) => fromMinorUnits(minor, digits)
  let base = 0
  let total = 0
  const travelers = travelersOf(search).map((traveler) => {
    const share = shares[traveler.type]
    base += share.base
    total += share.base + share.tax
    return {
      ...traveler,
      price: { currency: currency.code, total: text(share.base + share.tax), base: text(share.base) },
    }
  })
  return {
    price: {
      currency: currency.code,
      total: text(total),
      base: text(base),
      fees: [
        { amount: text(0), type: 'SUPPLIER' },
        { amount: text(0), type: 'TICKETING' },
      ],
      grandTotal: text(total),
    },
    travelers,
    adultTotal: (adultBase + adultTax) / unit,
  }
}
