import type { HotelList } from '#lib/client/hotels/use-hotel-list.ts'
import type { HotelActions } from '#lib/client/hotels/use-hotel-list-state.ts'
import { describeHotelFilter } from '#lib/travel/hotels/filter-sentences.ts'
import type { HotelFilterContext } from '#lib/travel/hotels/filter-words.ts'
import { activeHotelFilters } from '#lib/travel/hotels/filters.ts'
import type { HotelSort } from '#lib/travel/hotels/sort.ts'
import { listWriter } from '#lib/travel/money.ts'
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
