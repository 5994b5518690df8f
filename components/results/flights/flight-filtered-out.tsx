import type { ReactNode } from 'react'
import type { FlightList } from '#lib/client/flights/use-flight-list.ts'
import type { FlightActions } from '#lib/client/flights/use-flight-list-state.ts'
import { describeFlightFilter } from '#lib/travel/flights/filter-sentences.ts'
import type { FlightFilterContext } from '#lib/travel/flights/filter-words.ts'
import { activeFlightFilters } from '#lib/travel/flights/filters.ts'
import type { FlightSort } from '#lib/travel/flights/sort.ts'
import { priceWriter } from '#lib/travel/money.ts'
import { FilteredOut } from '../states/filtered-out.tsx'

interface FlightFilteredOutProps {
  id: string
  sort: FlightSort
  list: FlightList
  context: FlightFilterContext
  actions: FlightActions
  /** A further suggestion. */
  children: ReactNode
}

export function FlightFilteredOut({ id, sort, list, context, actions, children }: FlightFilteredOutProps) {
  return (
    <FilteredOut
      id={id}
      sort={sort}
      filters={activeFlightFilters(list.filters).map((name) => ({
        name,
        text: describeFlightFilter(name, list.filters, context),
        tally: list.facets().without[name],
        onRemove: () => actions.clear(name),
      }))}
      found={list.all.length}
      write={priceWriter([list.facts.reference.lowestPrice], context.currency, context.locale)}
      onClearAll={actions.clearAll}
    >
      {children}
    </FilteredOut>
  )
}
