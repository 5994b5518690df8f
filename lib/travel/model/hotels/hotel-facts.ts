import { wholeCurrencies } from '../money.ts'
import { type Bounds, niceBounds } from '../results/bounds.ts'
import { chainNamesOf } from './chain-names.ts'
import type { HotelItem } from './hotel-item.ts'
import { isComparable } from './total.ts'
import { shownInRow } from './total-words.ts'

/** Facts of a whole list, which filters do not change. */
export interface HotelFacts {
  /** The lowest comparable total, in the currency of the list. */
  lowestPrice: number
  /** The codes of the currencies that rows, tabs, tags and filters write without decimals, for `listWriter`. */
  whole: string
  price: Bounds | undefined
  distance: Bounds | undefined
  /** The names of hotel chains, by code. */
  chainNames: Record<string, string>
}

export function hotelFacts(items: readonly HotelItem[], currency: string): HotelFacts {
  const prices = items.flatMap(({ compared }) => (isComparable(compared) ? compared.amount : []))
  const lowestPrice = Math.min(...prices)
  return {
    lowestPrice,
    whole: wholeCurrencies([
      { amount: lowestPrice, currency },
      ...items.flatMap(({ offer }) => shownInRow(offer.hotel)),
    ]),
    price: niceBounds(prices),
    distance: niceBounds(items.flatMap(({ offer }) => offer.hotel.distance_km ?? [])),
    chainNames: chainNamesOf(items),
  }
}
