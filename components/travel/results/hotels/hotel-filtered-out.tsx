import type { HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import type { HotelActions } from '#lib/travel/client/hotels/use-hotel-list-state.ts'
import { describeHotelFilter } from '#lib/travel/model/hotels/filter-sentences.ts'
import type { HotelFilterContext } from '#lib/travel/model/hotels/filter-words.ts'
import { activeHotelFilters } from '#lib/travel/model/hotels/filters.ts'
import type { HotelSort } from '#lib/travel/model/hotels/sort.ts'
import { listWriter } from '#lib/travel/model/money.ts'
import { FilteredOut } from '../states/filtered-out.tsx'

interface HotelFilteredOutProps {
  id: string
  sort: HotelSort
  list: HotelList
  context: HotelFilterContext
  actions: HotelActions
}

export function HotelFilteredOut({ id, sort, list, context, actions }: HotelFilteredOutProps) {
  return (
    <FilteredOut
      id={id}
      sort={sort}
      filters={activeHotelFilters(list.filters).map((name) => ({
        name,
        text: describeHotelFilter(name, list.filters, context),
        tally: list.facets().without[name],
        onRemove: () => actions.clear(name),
      }))}
      found={list.all.length}
      write={listWriter(list.facts.whole, context.locale)(context.currency)}
      onClearAll={actions.clearAll}
    />
  )
}
