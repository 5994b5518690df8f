'use client'

import { useQueryClient } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useMemo, useRef } from 'react'
import { useKeptFocus } from '#lib/platform/client/use-kept-focus.ts'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { type FlightList, useFlightList, useFlightListState } from '#lib/travel/client/flights/use-flight-list.ts'
import { type TripStep, useIsFlat, useTripStep } from '#lib/travel/client/flights/use-trip-step.ts'
import { countFilters } from '#lib/travel/client/use-list-state.ts'
import { useRememberSearch } from '#lib/travel/client/use-remember-search.ts'
import type { BagWish } from '#lib/travel/model/flights/fare-due.ts'
import { countSeparate, hasSeparateTickets } from '#lib/travel/model/flights/filters.ts'
import { travelersOf } from '#lib/travel/model/flights/flight-form.ts'
import { type AirportsByPlace, type FlightOffer, isForTrip } from '#lib/travel/model/flights/flight-offer.ts'
import type { Itinerary } from '#lib/travel/model/flights/itinerary.ts'
import { LAST_SEARCH_COOKIE } from '#lib/travel/model/flights/last-search-cookie.ts'
import { readFlightsInSteps } from '#lib/travel/model/flights/read-flights.ts'
import { routeText } from '#lib/travel/model/flights/route-text.ts'
import type { WiderPlace } from '#lib/travel/model/flights/wider-place.ts'
import type { SearchView } from '#lib/travel/model/results/search-view.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { lastDay, slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { classes } from '../../../ui/classes.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { usePrefetch, usePreload } from '../../../ui/use-preload.ts'
import { useFollowCurrency, useTravelProfile } from '../../profile/profile-provider.tsx'
import { FilterBar, FilterRail } from '../filters/filter-bar.tsx'
import { ReaderProvider } from '../reader.tsx'
import { ResultSection } from '../result-section.tsx'
import { type ResultsProps, useResults } from '../use-results.ts'
import { DayPricesProvider, DayStrip, WithDayPrices } from './days/day-strip.tsx'
import { FareChoice } from './fare-choice.tsx'
import { FlightFeed } from './flight-feed.tsx'
import {
  DatePanel,
  ExplainedFlights,
  FlightDetails,
  FlightFilteredOut,
  FlightFilterPanel,
  NoFlights,
  NoMultiCity,
  TripDates,
} from './flight-parts.ts'
import { FlightSearchContext, useIsMultiCity } from './flight-search-context.tsx'
import { FlightSkeleton, StepSkeleton } from './flight-skeleton.tsx'
import { FlightSorts } from './flight-sorts.tsx'
import { StepFeed, StepSorts, TripSteps } from './step-parts.tsx'
import { TravelLine } from './travel-line.tsx'
import { useFlightWords } from './use-flight-words.ts'

interface FlightResultsProps extends ResultsProps<FlightSearch> {
  /** Where the flights of the search may start and end. */
  airports: AirportsByPlace
  /** The city of each airport in the search, if the city has other airports too. */
  wider: WiderPlace[]
  /** Links to the same search at nearby airports. */
  nearby: ReactNode
}

/** Streams the results of one search. Set the query as `key`, so that a new search remounts the component. */
export function FlightResults(props: FlightResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider travelers={travelersOf(props.search)} names={props.names} kind="flights">
        <FlightSearchContext value={props.search}>
          <Results {...props} />
        </FlightSearchContext>
      </ReaderProvider>
    </NuqsAdapter>
  )
}

function Results({ search, query, names, today, airports, wider, expected, signIn, nearby }: FlightResultsProps) {
  const client = useQueryClient()
  const words = useFlightWords()
  const slices = useMemo(() => slicesOf(search), [search])
  const isMulti = useIsMultiCity()
  const isRound = search.return_date !== null && !isMulti
  const isFlat = useIsFlat(isRound)
  const hasStepRows = usePreload(!isFlat, StepFeed)
  usePreload(isRound, TripSteps)
  const fits = useMemo(() => isForTrip(slices, airports), [slices, airports])
  const { profile } = useTravelProfile()
  const { cabin_bags, checked_bags, airline_only, separate_tickets } = profile
  const usual = useMemo(
    () => ({ airlineOnly: airline_only, separateTickets: separate_tickets }),
    [airline_only, separate_tickets],
  )
  const bags = useMemo(
    // Infants travel without bags of their own.
    (): BagWish => ({ cabin: cabin_bags, checked: checked_bags, travelers: search.adults + search.children }),
    [cabin_bags, checked_bags, search],
  )
  const { sort, filters, open, actions } = useFlightListState(usual)
  const filterCount = countFilters(filters)
  const { offers, waiting, currency, ...found } = useResults({
    kind: 'flights',
    query,
    read: readFlightsInSteps,
    fits,
    currency: search.currency,
    expected,
    chosen: { sort, filters },
    details: FlightDetails,
    open,
    mustWait: () => !isFlat && !hasStepRows,
  })
  const { state, view, isLoading } = found
  const step = useTripStep(offers, isFlat)
  const priced = useMemo(() => pricedOf(view, filters.separateTickets), [view, filters.separateTickets])
  useRememberSearch({
    query,
    view: priced,
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
          route: routeText(slices, (code) => code, words.t),
          flights: slices.length,
          lastDate: lastDay(search),
        },
      }),
    }),
    also: () => writeCookie(LAST_SEARCH_COOKIE, encodeURIComponent(query)),
  })
  useFollowCurrency(search.currency, async (currency) => {
    const { flightsIn } = await import('#lib/travel/client/follow-currency.ts')
    return flightsIn({ search, state, client, currency })
  })
  const list = useFlightList(offers, bags, filters, sort, waiting, step)
  const counted = useMemo(
    () => countedIn(step.kind, list, filters.separateTickets),
    [step.kind, list, filters.separateTickets],
  )
  const separate = useMemo(() => countSeparate(list.all, list.filters), [list.all, list.filters])
  const others = { search, today, view: priced, bags, isDone: state.phase === 'done' && !isMulti }
  const section = useRef<HTMLElement>(null)
  const dates = useRef<HTMLDialogElement>(null)
  const filterSheet = useRef<HTMLDialogElement>(null)
  const openDates = () => dates.current?.showModal()
  const panel = <FlightFilterPanel filters={filters} list={list} currency={currency} actions={actions} />
  const page = { ...found, query, list, sort: isFlat ? sort : null, open, signIn, expected }
  const isListed = view.kind === 'list'
  const hasDays = showsDays(view)
  // The route has validated the search, so the only remaining error is that no source accepts this many flights.
  const isUnsupported = isMulti && view.kind === 'invalid' && view.error.details?.slices !== undefined
  // Narrower pages show the filters in a sheet. The style sheet has the same breakpoint.
  usePreload(useMedia('(min-width: 45em)'), FlightFilterPanel)
  const isPhone = useMedia('(max-width: 44.9375em)')
  usePreload(isListed && filterCount + separate > 0, FlightFilteredOut)
  usePrefetch(isListed, [FlightDetails, FareChoice, FlightFilterPanel])
  const sorts = <StepSorts list={list} sort={sort} onSort={actions.setSort} isInBar={isPhone} />

  return (
    <DayPricesProvider {...others}>
      <div className={classes('results-body', !isListed && !isLoading && 'no-rail')} {...useKeptFocus(section)}>
        {isListed && (
          <FilterRail count={filterCount} onClearAll={actions.clearAll}>
            {panel}
          </FilterRail>
        )}
        {isLoading && <div className="rail no-print" />}
        <ResultSection
          ref={section}
          className={isFlat ? undefined : 'in-steps'}
          page={page}
          listQuery={flightList}
          label={words.t('flights')}
          head={
            <>
              {isRound && (
                <TripSteps step={step} outbound={step.kind === 'return' ? list.all[0]?.legs[0] : undefined} />
              )}
              {hasDays && !isMulti && step.kind !== 'return' && (
                <WithDayPrices
                  draw={(days) => <DayStrip days={days} isFiltered={filterCount > 0} onMore={openDates} />}
                />
              )}
              {hasDays && isMulti && (
                <div className="days-frame">
                  <TripDates sheet={dates} today={today} currency={currency} />
                </div>
              )}
              <TravelLine
                filters={filters}
                onFilter={actions.setFilters}
                shown={isListed ? counted : null}
                separate={isListed ? separate : 0}
              />
              {isFlat && (isListed || isLoading) && (
                <FlightSorts
                  list={list}
                  currency={currency}
                  sort={sort}
                  isHidden={isLoading}
                  onSort={actions.setSort}
                />
              )}
            </>
          }
          skeleton={isFlat ? <FlightSkeleton legs={slices.length} /> : <StepSkeleton />}
          rows={
            isFlat ? (
              <FlightFeed page={page} onToggle={actions.toggle} />
            ) : (
              <StepFeed key={step.chosen} page={page} step={step} onToggle={actions.toggle} />
            )
          }
          counted={counted}
          sorting={!isFlat && isListed && !isPhone && sorts}
          isMissing={
            step.isMissing || (open !== null && !list.all.some((one) => one.key === open || one.outbound === open))
          }
          filteredOut={
            <WithDayPrices
              draw={(days) => (
                <FlightFilteredOut
                  sort={page.sort}
                  step={step.kind}
                  list={list}
                  currency={currency}
                  actions={actions}
                  days={days}
                />
              )}
            />
          }
          missing={words.t('linkedFlightMissing')}
          Explained={ExplainedFlights}
          none={(none) => (
            <WithDayPrices
              draw={({ known }) => <NoFlights search={search} today={today} known={known} wider={wider} view={none} />}
            />
          )}
          instead={isUnsupported && <NoMultiCity search={search} />}
        >
          {(isListed || view.kind === 'none') && nearby}
        </ResultSection>
        {hasDays && !isMulti && (
          <Sheet ref={dates} title={words.t('dates')} className="day-sheet">
            <WithDayPrices
              draw={({ currency, knownFor }) => (
                <DatePanel key={currency} today={today} currency={currency} knownOn={knownFor} />
              )}
            />
          </Sheet>
        )}
        {isListed && isPhone && (
          <FilterBar
            sheet={filterSheet}
            count={filterCount}
            shown={counted.rows}
            between={!isFlat && sorts}
            onClearAll={actions.clearAll}
            other={{ icon: 'calendar', text: words.t('dates'), onOpen: openDates }}
          >
            {panel}
          </FilterBar>
        )}
      </div>
    </DayPricesProvider>
  )
}

/** The view as other days and the home page price it: without the flights that the list hides unless they are allowed. */
function pricedOf(view: SearchView<FlightOffer>, hasSeparate: boolean): SearchView<FlightOffer> {
  if (view.kind !== 'list' || hasSeparate) return view
  return { ...view, offers: view.offers.filter(({ flight }) => !hasSeparateTickets(flight)) }
}

/**
 * How many rows the list shows, and of how many: an outbound counts once, however many returns it has. Separate tickets
 * are not counted while they are hidden.
 */
function countedIn(kind: TripStep['kind'], list: FlightList, hasSeparate: boolean) {
  const { rows } = list
  const all = hasSeparate ? list.all : list.all.filter((one) => !hasSeparateTickets(one))
  if (kind === 'all') return { rows: rows.length, of: all.length }
  if (kind === 'return') return { noun: 'returns' as const, rows: rows.length, of: all.length }
  const outbounds = (itineraries: readonly Itinerary[]) => new Set(itineraries.map(({ outbound }) => outbound)).size
  return { noun: 'outbound' as const, rows: outbounds(rows.map(({ itinerary }) => itinerary)), of: outbounds(all) }
}

/** Other days help only if the search itself is valid and can run. */
function showsDays(view: SearchView): boolean {
  return view.kind !== 'signed-out' && view.kind !== 'invalid' && view.kind !== 'offline' && view.kind !== 'no-sources'
}
