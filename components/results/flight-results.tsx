'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import type { PlaceNames } from '#lib/client/search-form.ts'
import { travelersOf } from '#lib/client/search-form.ts'
import { viewOf } from '#lib/client/search-view.ts'
import { useFlightSearch } from '#lib/client/use-flight-search.ts'
import { useListState } from '#lib/client/use-list-state.ts'
import { useRememberSearch } from '#lib/client/use-remember-search.ts'
import type { WiderPlace } from '#lib/client/wider-place.ts'
import type { FlightSearch } from '#runner/contract/flights.ts'
import { OfferList } from './offer-list.tsx'
import { ReaderProvider } from './reader.tsx'
import { SampleNotice } from './sample-notice.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { SortTabs } from './sort-tabs.tsx'
import { SourceList } from './source-list.tsx'
import { PartialNotice } from './states/partial-notice.tsx'
import { ResultState } from './states/result-state.tsx'
import { StatusLine } from './status-line.tsx'

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

/** The results of one search, streamed. Give it the query as `key`: another search is another component. */
export function FlightResults(props: FlightResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider locale={props.locale} travelers={travelersOf(props.search)} names={props.names}>
        <Results {...props} />
      </ReaderProvider>
    </NuqsAdapter>
  )
}

function Results({ search, query, names, today, wider, signIn }: FlightResultsProps) {
  const { state, retry, showAll } = useFlightSearch(query)
  const { sort, setSort, open, toggle } = useListState()
  const view = viewOf(state)
  useRememberSearch({ search, query, names, view })
  const legs = search.return_date ? 2 : 1
  const offers = view.kind === 'list' ? view.offers : []

  return (
    <section className="results" aria-label="Flights" aria-busy={state.phase !== 'done'}>
      {(view.kind === 'list' || view.kind === 'loading') && (
        <SortTabs offers={offers} currency={search.currency} sort={sort} panelId="flights" onSort={setSort} />
      )}
      <StatusLine state={state} view={view} onShowAll={showAll} />
      {view.kind === 'list' && (
        <>
          <SampleNotice offers={offers} />
          {view.isPartial && (
            <PartialNotice view={view} sources={state.sources} failure={state.failure} onRetry={retry} />
          )}
          <OfferList
            id="flights"
            offers={offers}
            currency={search.currency}
            sort={sort}
            open={open}
            onToggle={toggle}
          />
        </>
      )}
      {view.kind === 'loading' && (
        <div className="board is-loading" id="flights" role="tabpanel" aria-labelledby={`sort-${sort}`}>
          <SourceList sources={state.sources} />
          <SkeletonRows legs={legs} />
        </div>
      )}
      {view.kind !== 'list' && view.kind !== 'loading' && (
        <ResultState view={view} search={search} today={today} wider={wider} signIn={signIn} onRetry={retry} />
      )}
    </section>
  )
}
