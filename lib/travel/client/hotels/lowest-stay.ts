import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { chargesBeside } from '../../model/hotels/total.ts'
import type { RecentSearch } from '../../model/recent-search.ts'
import type { SearchView } from '../../model/results/search-view.ts'
import { lowestOf } from '../use-remember-search.ts'

/** The lowest total in the list's currency, and whether a hotel charges more than that on site; null without one. */
export function lowestStay(view: SearchView<HotelOffer>): RecentSearch['lowest'] {
  const lowest = lowestOf(view)
  if (lowest === null || view.kind !== 'list') return lowest
  const isMore = view.offers.some(
    ({ price, hotel }) =>
      price.amount === lowest.amount && price.currency === lowest.currency && chargesBeside(hotel).length > 0,
  )
  return { ...lowest, isMore }
}
