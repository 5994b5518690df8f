import { wholeCurrencies } from '../currencies-writer.ts'
import { type Bounds, niceBounds, steppedBounds } from '../results/bounds.ts'
import { isForAnyone } from './audience.ts'
import { chainNamesOf } from './chain-names.ts'
import { daysFree } from './filters.ts'
import type { HotelGroup } from './hotel-item.ts'
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
  /** The days of free cancellation before check-in, and the day from which they are counted. */
  freeDays: Bounds | undefined
  checkIn: string
  /** The names of hotel chains, by code. */
  chainNames: Record<string, string>
}

/** @param hasConditions whether the prices include offers that only some travelers can book */
export function hotelFacts(groups: readonly HotelGroup[], currency: string, hasConditions: boolean): HotelFacts {
  const hotels = groups.map(({ rates: [first] }) => first)
  const rates = groups.flatMap((group) => group.rates)
  const listed = rates.filter(({ offer }) => hasConditions || isForAnyone(offer.hotel))
  const prices = listed.flatMap(({ compared }) => (isComparable(compared) ? compared.amount : []))
  const lowestPrice = Math.min(...prices)
  return {
    lowestPrice,
    whole: wholeCurrencies([
      { amount: lowestPrice, currency },
      ...rates.flatMap(({ offer }) => shownInRow(offer.hotel)),
    ]),
    price: niceBounds(prices),
    distance: niceBounds(hotels.flatMap(({ offer }) => offer.hotel.distance_km ?? [])),
    freeDays: steppedBounds(
      rates.map(({ offer, free }) => daysFree(offer.hotel.check_in, free)).filter(Number.isFinite),
      1,
    ),
    checkIn: hotels[0]?.offer.hotel.check_in ?? '',
    chainNames: chainNamesOf(hotels),
  }
}
