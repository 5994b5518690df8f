import type { HotelFacts } from '#lib/travel/client/hotels/use-hotel-list.ts'
import type { HotelActions } from '#lib/travel/client/hotels/use-hotel-list-state.ts'
import type { HotelFilterContext } from '#lib/travel/model/hotels/filter-words.ts'
import type { HotelFacets, HotelFilters } from '#lib/travel/model/hotels/filters.ts'
import { PriceFilter } from '../filters/price-filter.tsx'

export interface HotelPanelProps {
  filters: HotelFilters
  facets: () => HotelFacets
  facts: HotelFacts
  context: HotelFilterContext
  actions: HotelActions
}

/** The total price filter, used in the panel and above the list. */
export function HotelPriceFilter(props: HotelPanelProps) {
  return <PriceFilter {...props} bars={26} barHeight={34} />
}
