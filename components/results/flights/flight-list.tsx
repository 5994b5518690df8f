'use client'

import type { ReactNode, RefObject } from 'react'
import { cheapestOther, type DayPrices } from '#lib/client/flights/use-day-prices.ts'
import type { FlightList as List } from '#lib/client/flights/use-flight-list.ts'
import type { FlightActions } from '#lib/client/flights/use-flight-list-state.ts'
import { describeFilter, type FilterContext } from '#lib/travel/flights/filter-words.ts'
import { activeFilters } from '#lib/travel/flights/filters.ts'
import type { Sort } from '#lib/travel/flights/sort.ts'
import { formatDate } from '#lib/travel/format.ts'
import { formatPrice } from '#lib/travel/money.ts'
import type { Offer } from '#lib/travel/results/found.ts'
import type { SearchState } from '#lib/travel/results/search-stream.ts'
import type { ListView } from '#lib/travel/results/search-view.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { HeldRow } from '../held-row.ts'
import { SampleNotice } from '../sample-notice.tsx'
import { CurrencyNotice } from '../states/currency-notice.tsx'
import { FilteredOut } from '../states/filtered-out.tsx'
import { ListFailureNotice } from '../states/list-failure-notice.tsx'
import { PartialNotice } from '../states/partial-notice.tsx'
import { OfferList } from './flight-feed.tsx'

interface FlightListProps {
  id: string
  view: ListView<Offer>
  list: List
  state: SearchState
  sort: Sort
  context: FilterContext
  open: string | null
  actions: FlightActions
  /** Of the search, to change a part of it. */
  query: string
  days: DayPrices
  held: RefObject<HeldRow | null>
  signIn: ReactNode
  onRetry: () => void
}

/** The list with what has to be said above it, or which filter leaves nothing of it. */
export function FlightList(props: FlightListProps) {
  const { id, view, list, state, sort, context, open, actions, query, days, held, signIn, onRetry } = props
  const other = cheapestOther(days)
  return (
    <>
      <SampleNotice offers={view.offers} />
      {view.failure ? (
        <ListFailureNotice failure={view.failure} offers={view.offers} signIn={signIn} onRetry={onRetry} />
      ) : (
        view.isPartial && <PartialNotice view={view} sources={state.sources} onRetry={onRetry} />
      )}
      <CurrencyNotice view={view} query={query} />
      {list.rows.length === 0 ? (
        <div id={id} role="tabpanel" aria-labelledby={`sort-${sort}`}>
          <FilteredOut
            filters={activeFilters(list.filters).map((name) => ({
              name,
              text: describeFilter(name, list.filters, context),
              tally: list.facets.without[name],
              onRemove: () => actions.clear(name),
            }))}
            found={list.itineraries.length}
            currency={context.currency}
            onClearAll={actions.clearAll}
          >
            {other && (
              <ButtonLink variant="quiet" href={`/search/flights?${other.query}`}>
                Try {formatDate(other.date)}, from {formatPrice(other.amount, other.currency, context.locale)}
              </ButtonLink>
            )}
          </FilteredOut>
        </div>
      ) : (
        <OfferList
          id={id}
          rows={list.rows}
          facts={list.facts}
          sort={sort}
          isBusy={state.phase !== 'done'}
          isStale={list.isStale}
          open={open}
          held={held}
          query={query}
          onToggle={actions.toggle}
        />
      )}
    </>
  )
}
