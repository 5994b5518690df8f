'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useMemo, useRef } from 'react'
import type { FilterContext } from '#lib/client/filter-words.ts'
import { rememberRoute } from '#lib/client/remember-route.ts'
import { flightSentences } from '#lib/client/resolve-search.ts'
import type { PlaceNames } from '#lib/client/search-form.ts'
import { travelersOf } from '#lib/client/search-form.ts'
import { flightSearches } from '#lib/client/search-kind.ts'
import { type SearchView, viewOf } from '#lib/client/search-view.ts'
import { useDayPrices } from '#lib/client/use-day-prices.ts'
import { useFlightList } from '#lib/client/use-flight-list.ts'
import { useIsSlow } from '#lib/client/use-is-slow.ts'
import { countFilters, useListState } from '#lib/client/use-list-state.ts'
import { useRememberSearch } from '#lib/client/use-remember-search.ts'
import { useSearch } from '#lib/client/use-search.ts'
import type { WiderPlace } from '#lib/client/wider-place.ts'
import { hasDirections } from '#lib/travel/offers/comparable-offers.ts'
import type { Offer } from '#lib/travel/offers/offer.ts'
import { readOffers } from '#lib/travel/offers/read-offers.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { classes } from '../ui/classes.ts'
import { DayStrip } from './days/day-strip.tsx'
import { FilterPanel } from './filters/filter-panel.tsx'
import { FilterRail } from './filters/filter-rail.tsx'
import { FlightList } from './flight-list.tsx'
import { FlightPhoneBar } from './flight-phone-bar.tsx'
import { FlightSorts } from './flight-sorts.tsx'
import { type HeldRow, heldRow } from './held-row.ts'
import { LoadingBoard } from './loading-board.tsx'
import { ReaderProvider } from './reader.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { NoneFound } from './states/none-found.tsx'
import { ResultState } from './states/result-state.tsx'
import { StatusLine } from './status-line.tsx'
import { useVisitMemory } from './visit-provider.tsx'

interface FlightResultsProps {
  search: FlightSearch
  /** The canonical query of `search`. */
  query: string
  names: PlaceNames
  locale: string
  /** Today at the departure airport: no day before it is offered. */
  today: string
  /** Cities with more airports than the one that was asked for. */
  wider: WiderPlace[]
  /** The way back in when the session ends during the search. */
  signIn: ReactNode
}

const nothing: Offer[] = []

/** The results of one search, streamed. Give it the query as `key`: another search is another component. */
export function FlightResults(props: FlightResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider
        locale={props.locale}
        travelers={travelersOf(props.search)}
        names={props.names}
        kind={flightSearches}
      >
        <Results {...props} />
      </ReaderProvider>
    </NuqsAdapter>
  )
}

function Results({ search, query, names, locale, today, wider, signIn }: FlightResultsProps) {
  const memory = useVisitMemory()
  const { state, retry, showAll } = useSearch({
    kind: flightSearches,
    query,
    read: readOffers,
    memory: memory.flights,
  })
  const { sort, filters, open, actions } = useListState()
  const directions = search.return_date ? 2 : 1
  const view = useMemo(
    () => viewOf(state, { currency: search.currency, fits: hasDirections(directions) }),
    [state, search.currency, directions],
  )
  useRememberSearch({
    query,
    view,
    entry: () => ({
      kind: 'flight',
      query,
      origin: names[search.origin] ?? search.origin,
      destination: names[search.destination] ?? search.destination,
      date: search.date,
      returnDate: search.return_date,
      travelers: travelersOf(search),
    }),
    also: () => rememberRoute(search, query),
  })
  const currency = view.kind === 'list' ? view.currency : search.currency
  const list = useFlightList(view.kind === 'list' ? view.offers : nothing, filters, sort)
  const days = useDayPrices({ search, today, view, isDone: state.phase === 'done', memory })
  const held = useRef<HeldRow | null>(null)
  const context = useMemo(
    (): FilterContext => ({
      locale,
      currency,
      origin: search.origin,
      destination: search.destination,
      carrierNames: list.facts.carrierNames,
      placeNames: names,
    }),
    [locale, currency, search.origin, search.destination, list.facts.carrierNames, names],
  )
  const panel = { filters, facets: list.facets, facts: list.facts, context, actions }
  const isListed = view.kind === 'list'
  const isLoading = view.kind === 'loading'
  const isHidden = !useIsSlow(isLoading) && isLoading

  function showMore() {
    held.current = heldRow()
    showAll()
  }

  return (
    <div className={classes('results-body', !isListed && !isLoading && 'no-rail')}>
      {isListed && (
        <FilterRail count={countFilters(filters)} listId="flights" onClearAll={actions.clearAll}>
          <FilterPanel {...panel} />
        </FilterRail>
      )}
      {isLoading && <div className="rail no-print" />}
      <section className="results" aria-label="Flights" aria-busy={state.phase !== 'done'}>
        {showsDays(view) && <DayStrip days={days} isHidden={isHidden} />}
        {(isListed || isLoading) && (
          <FlightSorts
            first={list.first}
            facts={list.facts}
            sort={sort}
            isHidden={isLoading}
            panelId="flights"
            onSort={actions.setSort}
          />
        )}
        <StatusLine
          state={state}
          view={view}
          rows={list.rows.length}
          of={list.itineraries.length}
          onShowAll={showMore}
          onRefresh={retry}
        />
        {view.kind === 'list' && (
          <FlightList
            id="flights"
            view={view}
            list={list}
            state={state}
            sort={sort}
            context={context}
            open={open}
            actions={actions}
            query={query}
            days={days}
            held={held}
            signIn={signIn}
            onRetry={retry}
          />
        )}
        {isLoading && (
          <LoadingBoard isHidden={isHidden} id="flights" labelledBy={`sort-${sort}`} sources={state.sources}>
            <SkeletonRows legs={directions} />
          </LoadingBoard>
        )}
        {view.kind !== 'list' && view.kind !== 'loading' && (
          <ResultState
            view={view}
            none={(found) => <NoneFound search={search} today={today} wider={wider} view={found} />}
            sentencesOf={flightSentences.all}
            signIn={signIn}
            onRetry={retry}
          />
        )}
      </section>
      {isListed && <FlightPhoneBar panel={panel} shown={list.rows.length} days={days} />}
    </div>
  )
}

/** Other days are worth a look as long as the search itself is one. */
function showsDays(view: SearchView): boolean {
  return view.kind !== 'signed-out' && view.kind !== 'invalid' && view.kind !== 'offline' && view.kind !== 'no-sources'
}
