'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useKeptFocus } from '#lib/platform/client/use-kept-focus.ts'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { useWhenIdle } from '#lib/platform/client/use-when-idle.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { hotelListParsers, hotelUrlKeys } from '#lib/travel/client/hotels/hotel-list-query.ts'
import { lowestStay } from '#lib/travel/client/hotels/lowest-stay.ts'
import { useExchangeRates } from '#lib/travel/client/hotels/use-exchange-rates.ts'
import { useHotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { useHotelListState } from '#lib/travel/client/hotels/use-hotel-list-state.ts'
import { countFilters } from '#lib/travel/client/use-list-state.ts'
import { useRememberSearch } from '#lib/travel/client/use-remember-search.ts'
import type { AreaMap } from '#lib/travel/model/area-geometry.ts'
import { AREA_NAME, guestsOf } from '#lib/travel/model/hotels/hotel-form.ts'
import { isForStay } from '#lib/travel/model/hotels/hotel-item.ts'
import { readHotelsInSteps } from '#lib/travel/model/hotels/read-hotels.ts'
import type { Comparison } from '#lib/travel/model/hotels/total.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { hotelSearches } from '#lib/travel/model/search-kind.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { useTexts } from '../../../ui/texts.tsx'
import type { FeedControl } from '../feed.tsx'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { LoadingBoard } from '../loading-board.tsx'
import { PhoneBar } from '../phone-bar.tsx'
import { ReaderProvider } from '../reader.tsx'
import { LeftOut } from '../states/left-out.tsx'
import { ResultState } from '../states/result-state.tsx'
import { StatusLine } from '../status-line.tsx'
import { useResults } from '../use-results.ts'
import { useVisitMemory } from '../visit-provider.tsx'
import { AskedOnly } from './asked-only.tsx'
import { ComparisonProvider } from './comparison.tsx'
import { HotelList } from './hotel-list.tsx'
import { ExplainedHotels, HotelDetails, HotelFilterPanel, HotelMap, NoHotels } from './hotel-parts.ts'
import { HotelSkeleton } from './hotel-skeleton.tsx'
import { HotelSorts } from './hotel-sorts.tsx'
import { HotelTools } from './hotel-tools.tsx'
import { LandDefinition } from './land.tsx'
import { MapSheet } from './map-sheet.tsx'
import type { StayParams } from './stay-params.ts'

interface HotelResultsProps {
  search: HotelSearch
  /** The canonical query of `search`. */
  query: string
  names: PlaceNames
  locale: string
  /** Today at the hotels' location; earlier days are not offered. */
  today: string
  area: AreaMap
  stay: StayParams
  /** The kind of data that the providers will answer with, if it is known. */
  expected: DataLabel | undefined
  /** The sign-in link, for a session that ends during the search. */
  signIn: ReactNode
}

/** Streams the results of one search. Set the query as `key`, so that a new search remounts the component. */
export function HotelResults(props: HotelResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider locale={props.locale} travelers={guestsOf(props.search)} names={props.names} kind={hotelSearches}>
        <Results {...props} />
      </ReaderProvider>
    </NuqsAdapter>
  )
}

function Results({ search, query, names, locale, today, area, stay, expected, signIn }: HotelResultsProps) {
  const memory = useVisitMemory()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const fits = useMemo(() => isForStay(search), [search])
  const { sort, filters, open, actions } = useHotelListState()
  const { state, view, offers, waiting, currency, isLoading, isHidden, held, showAll, retry } = useResults({
    kind: hotelSearches,
    query,
    read: readHotelsInSteps,
    memory: memory.hotels,
    fits,
    currency: search.currency,
    keepsOthers: true,
    details: HotelDetails,
    open,
  })
  useRememberSearch({
    query,
    view,
    entry: () => ({
      kind: 'hotel',
      query,
      place: placeName(search, names, t),
      checkIn: search.check_in,
      checkOut: search.check_out,
      guests: guestsOf(search),
      rooms: search.rooms,
      lowest: lowestStay(view),
    }),
  })
  const rates = useExchangeRates(offers[0]?.data)
  const comparison = useMemo((): Comparison => ({ currency, rates }), [currency, rates])
  const list = useHotelList(offers, comparison, filters, sort, waiting)
  const context = useMemo(
    () => ({ locale, currency, chainNames: list.facts.chainNames, t, results }),
    [locale, currency, list.facts.chainNames, t, results],
  )
  const section = useRef<HTMLElement>(null)
  const feed = useRef<FeedControl>(null)
  const filterSheet = useRef<HTMLDialogElement>(null)
  const mapSheet = useRef<HTMLDialogElement>(null)
  const [lit, setLit] = useState<string | null>(null)
  // Narrower pages show the map in a sheet. The style sheet has the same breakpoint.
  const withMap = useMedia('(min-width: 64em)')
  const isListed = view.kind === 'list'
  const count = countFilters(filters)
  useWhenIdle(isListed, () => {
    for (const part of [HotelDetails, HotelFilterPanel, HotelMap]) void part.preload()
  })
  const panel = { filters, facets: list.facets, facts: list.facts, context, actions }

  const goTo = useCallback(
    (key: string) => {
      const index = list.rows.findIndex((item) => item.key === key)
      if (index >= 0) feed.current?.goTo(index)
    },
    [list.rows],
  )

  const map = { area, items: list.rows, whole: list.facts.whole, search, lit, open, onLight: setLit }

  return (
    <ComparisonProvider value={comparison}>
      <div className="hotels-body" {...useKeptFocus(section)}>
        <LandDefinition area={area} />
        <section
          ref={section}
          tabIndex={-1}
          className="results hotels-list"
          aria-label={t('hotels')}
          aria-busy={state.phase !== 'done'}
        >
          <AskedOnly search={search} />
          {(isListed || isLoading) && (
            <div className="list-head sticks">
              <HotelTools
                panel={panel}
                isHidden={isLoading}
                count={count}
                onAll={() => filterSheet.current?.showModal()}
              />
              <HotelSorts
                first={list.first}
                facts={list.facts}
                currency={currency}
                sort={sort}
                isHidden={isLoading}
                panelId="hotels"
                onSort={actions.setSort}
              />
            </div>
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
          <LeftOut parsers={hotelListParsers} urlKeys={hotelUrlKeys} isListed={isListed} />
          {view.kind === 'list' && (
            <HotelList
              id="hotels"
              view={view}
              list={list}
              state={state}
              sort={sort}
              context={context}
              open={open}
              lit={lit}
              actions={actions}
              area={area}
              stay={stay}
              query={query}
              held={held}
              control={feed}
              signIn={signIn}
              onRetry={retry}
              onLight={setLit}
            />
          )}
          {isLoading && (
            <LoadingBoard
              isHidden={isHidden}
              id="hotels"
              labelledBy={`sort-${sort}`}
              sources={state.sources}
              expected={expected}
            >
              <HotelSkeleton />
            </LoadingBoard>
          )}
          {view.kind !== 'list' && view.kind !== 'loading' && (
            <ResultState
              view={view}
              none={(found) => <NoHotels search={search} today={today} view={found} />}
              explained={(found) => <ExplainedHotels view={found} onRetry={retry} />}
              signIn={signIn}
              onRetry={retry}
            />
          )}
        </section>
        <div className="hotels-map no-print">{withMap && <HotelMap {...map} onChoose={goTo} />}</div>
        {isListed && (
          <>
            <PhoneBar
              count={count}
              onFilters={() => filterSheet.current?.showModal()}
              other={{ icon: 'map', text: t('map'), onOpen: () => mapSheet.current?.showModal() }}
            />
            <MapSheet ref={mapSheet} map={map} onChoose={goTo} />
            <FilterSheet ref={filterSheet} shown={list.rows.length} count={count} onClearAll={actions.clearAll}>
              <HotelFilterPanel {...panel} />
            </FilterSheet>
          </>
        )}
      </div>
    </ComparisonProvider>
  )
}

function placeName({ place }: HotelSearch, names: PlaceNames, t: Texts<'hotels'>): string {
  return (place === undefined ? names[AREA_NAME] : names[place]) ?? place ?? t('mapArea')
}
