'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { AREA_NAME, guestsOf } from '#lib/client/hotel-form.ts'
import { hotelSentences } from '#lib/client/resolve-hotel-search.ts'
import type { PlaceNames } from '#lib/client/search-form.ts'
import { hotelSearches } from '#lib/client/search-kind.ts'
import { viewOf } from '#lib/client/search-view.ts'
import { useHotelList } from '#lib/client/use-hotel-list.ts'
import { countFilters, useHotelListState } from '#lib/client/use-hotel-list-state.ts'
import { useIsSlow } from '#lib/client/use-is-slow.ts'
import { useMedia } from '#lib/client/use-media.ts'
import { useRememberSearch } from '#lib/client/use-remember-search.ts'
import { useSearch } from '#lib/client/use-search.ts'
import type { AreaMap } from '#lib/travel/area-geometry.ts'
import { isForStay } from '#lib/travel/hotels/hotel-item.ts'
import type { HotelOffer } from '#lib/travel/hotels/hotel-offer.ts'
import { readHotels } from '#lib/travel/hotels/read-hotels.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import type { FeedControl } from '../feed.tsx'
import { FilterSheet } from '../filters/filter-sheet.tsx'
import { type HeldRow, heldRow } from '../held-row.ts'
import { LoadingBoard } from '../loading-board.tsx'
import { PhoneBar } from '../phone-bar.tsx'
import { ReaderProvider } from '../reader.tsx'
import { ResultState } from '../states/result-state.tsx'
import { StatusLine } from '../status-line.tsx'
import { useVisitMemory } from '../visit-provider.tsx'
import { AskedOnly } from './asked-only.tsx'
import { HotelFilterPanel } from './hotel-filter-panel.tsx'
import { HotelList } from './hotel-list.tsx'
import { HotelMap } from './hotel-map.tsx'
import { HotelSkeleton } from './hotel-skeleton.tsx'
import { HotelSorts } from './hotel-sorts.tsx'
import { HotelTools } from './hotel-tools.tsx'
import { LandDefinition } from './land.tsx'
import { MapSheet } from './map-sheet.tsx'
import { NoHotels } from './no-hotels.tsx'
import type { StayParams } from './stay-params.ts'

interface HotelResultsProps {
  search: HotelSearch
  /** The canonical query of `search`. */
  query: string
  names: PlaceNames
  locale: string
  /** Today where the hotels are: no day before it is offered. */
  today: string
  area: AreaMap
  stay: StayParams
  /** The way back in when the session ends during the search. */
  signIn: ReactNode
}

const nothing: HotelOffer[] = []

/** The results of one search, streamed. Give it the query as `key`: another search is another component. */
export function HotelResults(props: HotelResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider locale={props.locale} travelers={guestsOf(props.search)} names={props.names} kind={hotelSearches}>
        <Results {...props} />
      </ReaderProvider>
    </NuqsAdapter>
  )
}

function Results({ search, query, names, locale, today, area, stay, signIn }: HotelResultsProps) {
  const memory = useVisitMemory()
  const { state, retry, showAll } = useSearch({ kind: hotelSearches, query, read: readHotels, memory: memory.hotels })
  const { sort, filters, open, actions } = useHotelListState()
  const view = useMemo(() => viewOf(state, { currency: search.currency, fits: isForStay(search) }), [state, search])
  useRememberSearch({
    query,
    view,
    entry: () => ({
      kind: 'hotel',
      query,
      place: placeName(search, names),
      checkIn: search.check_in,
      checkOut: search.check_out,
      guests: guestsOf(search),
      rooms: search.rooms,
    }),
  })
  const currency = view.kind === 'list' ? view.currency : search.currency
  const list = useHotelList(view.kind === 'list' ? view.offers : nothing, filters, sort)
  const context = useMemo(
    () => ({ locale, currency, chainNames: list.facts.chainNames }),
    [locale, currency, list.facts.chainNames],
  )
  const held = useRef<HeldRow | null>(null)
  const feed = useRef<FeedControl>(null)
  const filterSheet = useRef<HTMLDialogElement>(null)
  const mapSheet = useRef<HTMLDialogElement>(null)
  const [lit, setLit] = useState<string | null>(null)
  // Narrower pages have the map behind a button: the style sheet has the same width.
  const withMap = useMedia('(min-width: 1024px)')
  const isListed = view.kind === 'list'
  const isLoading = view.kind === 'loading'
  const isHidden = !useIsSlow(isLoading) && isLoading
  const count = countFilters(filters)
  const panel = { filters, facets: list.facets, facts: list.facts, context, actions }

  const goTo = useCallback(
    (key: string) => {
      const index = list.items.findIndex((item) => item.key === key)
      if (index >= 0) feed.current?.goTo(index)
    },
    [list.items],
  )

  function showMore() {
    held.current = heldRow()
    showAll()
  }

  const map = { area, items: list.items, search, lit, open, onLight: setLit }

  return (
    <div className="hotels-body">
      <LandDefinition area={area} />
      <section className="results hotels-list" aria-label="Hotels" aria-busy={state.phase !== 'done'}>
        <AskedOnly search={search} />
        {(isListed || isLoading) && (
          <>
            <HotelTools
              panel={panel}
              isHidden={isLoading}
              count={count}
              onAll={() => filterSheet.current?.showModal()}
            />
            <HotelSorts
              first={list.first}
              facts={list.facts}
              sort={sort}
              isHidden={isLoading}
              panelId="hotels"
              onSort={actions.setSort}
            />
          </>
        )}
        <StatusLine
          state={state}
          view={view}
          rows={list.items.length}
          of={list.all.length}
          onShowAll={showMore}
          onRefresh={retry}
        />
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
          <LoadingBoard isHidden={isHidden} id="hotels" labelledBy={`sort-${sort}`} sources={state.sources}>
            <HotelSkeleton />
          </LoadingBoard>
        )}
        {view.kind !== 'list' && view.kind !== 'loading' && (
          <ResultState
            view={view}
            none={(found) => <NoHotels search={search} today={today} view={found} />}
            sentencesOf={hotelSentences.all}
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
            other={{ icon: 'map', text: 'Map', onOpen: () => mapSheet.current?.showModal() }}
          />
          <MapSheet ref={mapSheet} map={map} onChoose={goTo} />
          <FilterSheet ref={filterSheet} shown={list.items.length} count={count} onClearAll={actions.clearAll}>
            <HotelFilterPanel {...panel} />
          </FilterSheet>
        </>
      )}
    </div>
  )
}

function placeName({ place }: HotelSearch, names: PlaceNames): string {
  return (place === undefined ? names[AREA_NAME] : names[place]) ?? place ?? 'Map area'
}
