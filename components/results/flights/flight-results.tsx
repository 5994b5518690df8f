'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useMemo, useRef } from 'react'
import { flightListParsers, flightUrlKeys } from '#lib/client/flights/flight-list-query.ts'
import { rememberRoute } from '#lib/client/flights/remember-route.ts'
import { useDayPrices } from '#lib/client/flights/use-day-prices.ts'
import { useFlightList } from '#lib/client/flights/use-flight-list.ts'
import { useFlightListState } from '#lib/client/flights/use-flight-list-state.ts'
import { useKeptFocus } from '#lib/client/use-kept-focus.ts'
import { countFilters } from '#lib/client/use-list-state.ts'
import { useMedia } from '#lib/client/use-media.ts'
import { useRememberSearch } from '#lib/client/use-remember-search.ts'
import { useWhenIdle } from '#lib/client/use-when-idle.ts'
import type { FlightFilterContext } from '#lib/travel/flights/filter-words.ts'
import { travelersOf } from '#lib/travel/flights/flight-form.ts'
import { type AirportsByPlace, isForTrip } from '#lib/travel/flights/flight-offer.ts'
import { readFlightsInSteps } from '#lib/travel/flights/read-flights.ts'
import { routeText } from '#lib/travel/flights/route-text.ts'
import type { WiderPlace } from '#lib/travel/flights/wider-place.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import type { NoneView, SearchView } from '#lib/travel/results/search-view.ts'
import { flightSearches } from '#lib/travel/search-kind.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { lastDay, slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { classes } from '../../ui/classes.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { usePreload } from '../../ui/use-preload.ts'
import { FilterRail } from '../filters/filter-rail.tsx'
import { LoadingBoard } from '../loading-board.tsx'
import { ReaderProvider } from '../reader.tsx'
import { LeftOut } from '../states/left-out.tsx'
import { ResultState } from '../states/result-state.tsx'
import { StatusLine } from '../status-line.tsx'
import { useResults } from '../use-results.ts'
import { useVisitMemory } from '../visit-provider.tsx'
import { DayStrip } from './days/day-strip.tsx'
import { FlightList } from './flight-list.tsx'
import {
  DayList,
  ExplainedFlights,
  FlightDetails,
  FlightFilterPanel,
  FlightPhoneBar,
  NoFlights,
  TripDates,
} from './flight-parts.ts'
import { FlightSearchContext } from './flight-search-context.tsx'
import { FlightSkeleton } from './flight-skeleton.tsx'
import { FlightSorts } from './flight-sorts.tsx'
import { useFlightWords } from './use-flight-words.ts'

interface FlightResultsProps {
  search: FlightSearch
  /** The canonical query of `search`. */
  query: string
  names: PlaceNames
  locale: string
  /** Today at the departure airport; earlier days are not offered. */
  today: string
  /** Where the flights of the search may start and end. */
  airports: AirportsByPlace
  /** The city of each airport in the search, if the city has other airports too. */
  wider: WiderPlace[]
  /** The kind of data that the providers will answer with, if it is known. */
  expected: DataLabel | undefined
  /** The sign-in link, for a session that ends during the search. */
  signIn: ReactNode
  /** Links to the same search at nearby airports. */
  nearby: ReactNode
}

/** Streams the results of one search. Set the query as `key`, so that a new search remounts the component. */
export function FlightResults(props: FlightResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider
        locale={props.locale}
        travelers={travelersOf(props.search)}
        names={props.names}
        kind={flightSearches}
      >
        <FlightSearchContext value={props.search}>
          <Results {...props} />
        </FlightSearchContext>
      </ReaderProvider>
    </NuqsAdapter>
  )
}

function Results({
  search,
  query,
  names,
  locale,
  today,
  airports,
  wider,
  expected,
  signIn,
  nearby,
}: FlightResultsProps) {
  const memory = useVisitMemory()
  const words = useFlightWords()
  const results = useTexts('results')
  const directions = slicesOf(search).length
  const isMulti = search.onward !== undefined
  const fits = useMemo(() => isForTrip(slicesOf(search), airports), [search, airports])
  const { sort, filters, open, actions } = useFlightListState()
  const filterCount = countFilters(filters)
  const { state, view, offers, waiting, currency, isLoading, isHidden, held, showAll, retry } = useResults({
    kind: flightSearches,
    query,
    read: readFlightsInSteps,
    memory: memory.flights,
    fits,
    currency: search.currency,
    details: FlightDetails,
    open,
  })
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
      ...(isMulti && {
        multi: {
          route: routeText(slicesOf(search), (code) => code, words.t),
          flights: directions,
          lastDate: lastDay(search),
        },
      }),
    }),
    also: () => rememberRoute(search, query),
  })
  const list = useFlightList(offers, filters, sort, waiting)
  const days = useDayPrices({ search, today, view, isDone: state.phase === 'done' && !isMulti, memory })
  const section = useRef<HTMLElement>(null)
  const dates = useRef<HTMLDialogElement>(null)
  const openDates = () => dates.current?.showModal()
  const context = useMemo(
    (): FlightFilterContext => ({
      locale,
      currency,
      words,
      results,
      slices: slicesOf(search),
      isMulti,
      carrierNames: list.facts.carrierNames,
      placeNames: names,
    }),
    [locale, currency, words, results, search, isMulti, list.facts.carrierNames, names],
  )
  const panel = { filters, facets: list.facets, facts: list.facts, context, actions }
  const isListed = view.kind === 'list'
  const hasDays = showsDays(view)
  // The route has validated the search, so the only remaining error is that no source accepts this many flights.
  const isUnsupported = isMulti && view.kind === 'invalid' && view.error.details?.slices !== undefined
  // Narrower pages show the filters in a sheet. The style sheet has the same breakpoint.
  usePreload(useMedia('(min-width: 45em)'), FlightFilterPanel)
  const isPhone = useMedia('(max-width: 44.9375em)')
  usePreload(isPhone, FlightPhoneBar)
  useWhenIdle(isListed, () => {
    for (const part of [FlightDetails, FlightFilterPanel]) void part.preload()
  })

  return (
    <div className={classes('results-body', !isListed && !isLoading && 'no-rail')} {...useKeptFocus(section)}>
      {isListed && (
        <FilterRail count={filterCount} listId="flights" onClearAll={actions.clearAll}>
          <FlightFilterPanel {...panel} />
        </FilterRail>
      )}
      {isLoading && <div className="rail no-print" />}
      <section
        ref={section}
        tabIndex={-1}
        className="results"
        aria-label={words.t('flights')}
        aria-busy={state.phase !== 'done'}
      >
        {hasDays && !isMulti && (
          <DayStrip days={days} isFiltered={filterCount > 0} isHidden={isHidden} onMore={openDates} />
        )}
        {hasDays && isMulti && (
          <div className="days-frame">
            <TripDates sheet={dates} today={today} currency={currency} isHidden={isHidden} />
          </div>
        )}
        {(isListed || isLoading) && (
          <FlightSorts
            first={list.first}
            currency={currency}
            reference={list.facts.reference}
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
          of={list.all.length}
          more={list.more}
          onShowAll={showAll}
          onRefresh={retry}
        />
        <LeftOut parsers={flightListParsers} urlKeys={flightUrlKeys} isListed={isListed} />
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
          <LoadingBoard
            isHidden={isHidden}
            id="flights"
            labelledBy={`sort-${sort}`}
            sources={state.sources}
            expected={expected}
          >
            <FlightSkeleton legs={directions} />
          </LoadingBoard>
        )}
        {view.kind !== 'list' && view.kind !== 'loading' && (
          <ResultState
            view={isUnsupported ? noneAnswered : view}
            none={(found) => (
              <NoFlights
                search={search}
                today={today}
                known={days.known}
                wider={wider}
                view={found}
                isUnsupported={isUnsupported}
              />
            )}
            explained={(found) => <ExplainedFlights view={found} trip={isMulti ? 'multi' : 'one'} onRetry={retry} />}
            signIn={signIn}
            onRetry={retry}
          />
        )}
        {(isListed || view.kind === 'none') && nearby}
      </section>
      {hasDays && !isMulti && (
        <Sheet ref={dates} title={words.t('dates')} className="day-sheet">
          <DayList days={days} today={today} />
        </Sheet>
      )}
      {isListed && isPhone && (
        <FlightPhoneBar count={filterCount} shown={list.rows.length} onClearAll={actions.clearAll} onDates={openDates}>
          <FlightFilterPanel {...panel} />
        </FlightPhoneBar>
      )}
    </div>
  )
}

const noneAnswered: NoneView = { kind: 'none', troubles: [], leftOut: 0, sources: [] }

/** Other days help only if the search itself is valid and can run. */
function showsDays(view: SearchView): boolean {
  return view.kind !== 'signed-out' && view.kind !== 'invalid' && view.kind !== 'offline' && view.kind !== 'no-sources'
}
