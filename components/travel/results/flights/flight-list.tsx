'use client'

import type { ReactNode, RefObject } from 'react'
import { flightListNames } from '#lib/travel/client/flights/flight-list-query.ts'
import type { DayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import type { FlightList as List } from '#lib/travel/client/flights/use-flight-list.ts'
import type { FlightActions } from '#lib/travel/client/flights/use-flight-list-state.ts'
import type { FlightFilterContext } from '#lib/travel/model/flights/filter-words.ts'
import { activeFlightFilters } from '#lib/travel/model/flights/filters.ts'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import type { FlightSort } from '#lib/travel/model/flights/sort.ts'
import type { SearchState } from '#lib/travel/model/results/search-stream.ts'
import type { ListView } from '#lib/travel/model/results/search-view.ts'
import { usePreload } from '../../../ui/use-preload.ts'
import type { HeldRow } from '../held-row.ts'
import { ListNotices } from '../list-notices.tsx'
import { FlightFeed } from './flight-feed.tsx'
import { ExplainedFlights, FlightFilteredOut } from './flight-parts.ts'

interface FlightListProps {
  id: string
  view: ListView<FlightOffer>
  list: List
  state: SearchState
  sort: FlightSort
  context: FlightFilterContext
  open: string | null
  actions: FlightActions
  /** The query of the search; suggestions change parts of it. */
  query: string
  days: DayPrices
  held: RefObject<HeldRow | null>
  signIn: ReactNode
  onRetry: () => void
}

/** The list under its notices. If the filters hide every result: what the removal of each filter restores. */
export function FlightList(props: FlightListProps) {
  const { id, view, list, state, sort, context, open, actions, query, days, held, signIn, onRetry } = props
  const isMissing = open !== null && !list.all.some(({ key }) => key === open)
  usePreload(activeFlightFilters(list.filters).length > 0, FlightFilteredOut)
  return (
    <>
      <ListNotices
        view={view}
        state={state}
        query={query}
        listNames={flightListNames}
        missing={isMissing ? context.words.t('linkedFlightMissing') : undefined}
        explained={(found) => (
          <ExplainedFlights
            view={found}
            trip={context.isMulti ? 'multi' : 'one'}
            offers={view.offers}
            onRetry={onRetry}
          />
        )}
        signIn={signIn}
        onRetry={onRetry}
      />
      {list.rows.length === 0 ? (
        <FlightFilteredOut id={id} sort={sort} list={list} context={context} actions={actions} days={days} />
      ) : (
        <FlightFeed
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
