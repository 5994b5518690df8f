import type { DayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import type { FlightActions } from '#lib/travel/client/flights/use-flight-list-state.ts'
import { describeFlightFilter } from '#lib/travel/model/flights/filter-sentences.ts'
import type { FlightFilterContext } from '#lib/travel/model/flights/filter-words.ts'
import { activeFlightFilters } from '#lib/travel/model/flights/filters.ts'
import type { FlightSort } from '#lib/travel/model/flights/sort.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { formatPrice, priceWriter } from '#lib/travel/model/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FilteredOut } from '../states/filtered-out.tsx'

interface FlightFilteredOutProps {
  id: string
  sort: FlightSort
  list: FlightList
  context: FlightFilterContext
  actions: FlightActions
  days: DayPrices
}

export function FlightFilteredOut({ id, sort, list, context, actions, days }: FlightFilteredOutProps) {
  const other = cheapestOther(days)
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
      {other && (
        <ButtonLink variant="quiet" href={`/search/flights?${other.query}`}>
          {context.words.t('tryDate', {
            date: formatDate(other.date, context.locale),
            price: formatPrice(other.amount, other.currency, context.locale),
          })}
        </ButtonLink>
      )}
    </FilteredOut>
  )
}

/** The cheapest other day, if known. */
function cheapestOther({ days }: DayPrices): { date: string; query: string; amount: number; currency: string } | null {
  const priced = days.flatMap(({ isSelected, date, query, price }) =>
    price.state === 'priced' && !isSelected ? [{ date, query, ...price.price }] : [],
  )
  return priced.toSorted((a, b) => a.amount - b.amount || (a.date < b.date ? -1 : 1))[0] ?? null
}
