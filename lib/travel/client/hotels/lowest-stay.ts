import { isForAnyone } from '#lib/travel/model/hotels/hotel-offer.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { chargesBeside } from '../../model/hotels/total.ts'
import type { RecentSearch } from '../../model/recent-search.ts'
import type { SearchView } from '../../model/results/search-view.ts'
import { lowestOf } from '../use-remember-search.ts'

/**
 * The lowest total in the list's currency that anyone can book, in the list or behind its notice, and whether
 * a hotel charges more than that on site; null without one.
 */
export function lowestStay(view: SearchView<HotelOffer>): RecentSearch['lowest'] {
  if (view.kind !== 'list') return null
  const data = view.offers[0]?.data
  const offers = [...view.offers, ...view.waiting].filter((offer) => offer.data === data && isForAnyone(offer.hotel))
  const lowest = lowestOf({ ...view, offers })
  if (lowest === null) return null
  const isMore = offers.some(
    ({ price, hotel }) =>
      price.amount === lowest.amount && price.currency === lowest.currency && chargesBeside(hotel).length > 0,
  )
  return { ...lowest, isMore }
}
