import { type Currency, decimal, roundAmount, toMinor } from '../../currencies.ts'
import { hash32 } from '../../draw.ts'
import type { Airline } from '../market/airlines.ts'
import type { SearchTraveler, TravelerType } from '../search.ts'
import { type Tax, taxShare } from './taxes.ts'

/** Each traveler type's share of an adult's fare. */
const BASE_SHARE: Readonly<Record<TravelerType, number>> = { ADULT: 1, CHILD: 0.75, HELD_INFANT: 0.1 }
const SUPPLIER_FEE_USD = 4.5
const TICKETING_FEE_USD = 9

export interface Fare {
  seller: Airline
  /** One adult's fare for the whole journey before taxes, in US dollars. */
  usd: number
  taxes: readonly Tax[]
}

/** Prices a fare for every traveler in one currency, in integers of minor units, so every sum is exact. */
export function createPricer(currency: Currency, travelers: readonly SearchTraveler[]) {
  const text = (minor: number) => decimal(minor, currency)
  const rounded = (minor: number) => roundAmount(minor, currency)
  const types = [...new Set(travelers.map(({ type }) => type))]

  function sharesOf(type: TravelerType, fare: Fare) {
    const base = rounded(rounded(toMinor(fare.usd, currency)) * BASE_SHARE[type])
    const taxes = fare.taxes.map((tax) => toMinor(tax.usd * taxShare(tax, type), currency))
    return { base, taxes, total: taxes.reduce((sum, tax) => sum + tax, base) }
  }

  return (fare: Fare) => {
    const shares = new Map(types.map((type) => [type, sharesOf(type, fare)]))
    const taxes = fare.taxes.map(() => 0)
    let base = 0
    let total = 0
    const priced = travelers.map((traveler) => {
      const share = shares.get(traveler.type) ?? sharesOf(traveler.type, fare)
      base += share.base
      total += share.total
      share.taxes.forEach((tax, at) => {
        taxes[at] = (taxes[at] ?? 0) + tax
      })
      return { ...traveler, price: { currency: currency.code, total: text(share.total), base: text(share.base) } }
    })
    const seated = travelers.filter(({ type }) => type !== 'HELD_INFANT').length
    const fees = feesUsd(fare.seller).map(({ type, usd }) => ({ type, minor: toMinor(usd * seated, currency) }))
    const grandTotal = fees.reduce((sum, { minor }) => sum + minor, total)
    return {
      /** The grand total in minor units. */
      minor: grandTotal,
      price: {
        currency: currency.code,
        total: text(total),
        base: text(base),
        fees: fees.map(({ type, minor }) => ({ amount: text(minor), type })),
        taxes: fare.taxes.flatMap(({ code }, at) =>
          (taxes[at] ?? 0) > 0 ? [{ amount: text(taxes[at] ?? 0), code }] : [],
        ),
        grandTotal: text(grandTotal),
      },
      travelers: priced,
    }
  }
}

export type OfferPrice = ReturnType<ReturnType<typeof createPricer>>

/** Most airlines charge no fee. Low-cost airlines charge for their booking system, some others for the ticket. */
function feesUsd(seller: Airline): { type: 'SUPPLIER' | 'TICKETING'; usd: number }[] {
  const ticket = !seller.lowCost && hash32('ticket fee', seller.code) % 9 === 0
  return [
    { type: 'SUPPLIER', usd: seller.lowCost ? SUPPLIER_FEE_USD : 0 },
    { type: 'TICKETING', usd: ticket ? TICKETING_FEE_USD : 0 },
  ]
}
