'use client'

import { useQueryClient } from '@tanstack/react-query'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useKeptFocus } from '#lib/platform/client/use-kept-focus.ts'
import { useMedia } from '#lib/platform/client/use-media.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import { lowestStay } from '#lib/travel/client/hotels/lowest-stay.ts'
import { useExchangeRates } from '#lib/travel/client/hotels/use-exchange-rates.ts'
import {
  type HotelGroups,
  useHotelGroups,
  useHotelList,
  useHotelListState,
} from '#lib/travel/client/hotels/use-hotel-list.ts'
import { countFilters } from '#lib/travel/client/use-list-state.ts'
import { useRememberSearch } from '#lib/travel/client/use-remember-search.ts'
import type { AreaMap, MapPlace } from '#lib/travel/model/area-geometry.ts'
import { AREA_NAME, guestsOf, roomCount } from '#lib/travel/model/hotels/hotel-form.ts'
import { isForStay } from '#lib/travel/model/hotels/hotel-item.ts'
import type { HotelOffer } from '#lib/travel/model/hotels/hotel-offer.ts'
import { readHotelsInSteps } from '#lib/travel/model/hotels/read-hotels.ts'
import { type Comparison, comparisonOf, needsRates } from '#lib/travel/model/hotels/total.ts'
import type { MapTiles } from '#lib/travel/model/map-tiles.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { mapIcon } from '../../../ui/later-icons.ts'
import { lazily } from '../../../ui/lazily.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { usePrefetch, usePreload } from '../../../ui/use-preload.ts'
import { useFollowCurrency } from '../../profile/profile-provider.tsx'
import { Feed, type FeedControl } from '../feed.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { ReaderProvider } from '../reader.tsx'
import { ResultSection } from '../result-section.tsx'
import { type ResultsProps, useResults } from '../use-results.ts'
import { ComparisonProvider } from './comparison.tsx'
import {
  ExplainedHotels,
  HotelDetails,
  HotelFilteredOut,
  HotelFilterPanel,
  HotelMap,
  NoHotels,
} from './hotel-parts.tsx'
import { HotelRow } from './hotel-row.tsx'
import { AskedOnly, HotelSorts, HotelTools } from './hotel-tools.tsx'

/** Narrow pages show the map in a sheet. */
const MapInSheet = lazily(async () => (await import('./map-in-sheet.tsx')).MapInSheet)

interface HotelResultsProps extends ResultsProps<HotelSearch> {
  area: AreaMap
  places: readonly MapPlace[]
  tiles: MapTiles | undefined
  /** The parameters of a request for all offers of a hotel: the stay and its location. */
  stay: Record<string, unknown>
}

/** Streams the results of one search. Set the query as `key`, so that a new search remounts the component. */
export function HotelResults(props: HotelResultsProps) {
  return (
    <NuqsAdapter>
      <ReaderProvider travelers={guestsOf(props.search)} names={props.names} kind="hotels">
        <Found {...props} />
      </ReaderProvider>
    </NuqsAdapter>
  )
}

/** The answers of one search and the hotels in them. */
function Found(props: HotelResultsProps) {
  const { search, query, names, expected } = props
  const client = useQueryClient()
  const t = useTexts('hotels')
  const fits = useMemo(() => isForStay(search), [search])
  const state = useHotelListState()
  const { sort, filters, open } = state
  const rates = useExchangeRates()
  const found = useResults({
    kind: 'hotels',
    query,
    read: readHotelsInSteps,
    fits,
    currency: search.currency,
    expected,
    keepsOthers: true,
    chosen: { sort, filters },
    details: HotelDetails,
    open,
    // Rates that arrive after the rows would sort them again.
    mustWait: (listed, currency) => rates === undefined && listed.some(({ hotel }) => needsRates(hotel, currency)),
  })
  const { view, offers, currency } = found
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
      rooms: roomCount(search),
      lowest: lowestStay(view),
    }),
  })
  useFollowCurrency(search.currency, async (currency) => {
    const { hotelsIn } = await import('#lib/travel/client/follow-currency.ts')
    return hotelsIn({ search, state: found.state, client, currency })
  })
  const data = offers[0]?.data
  const comparison = useMemo(() => comparisonOf(currency, rates ?? null, data), [currency, rates, data])
  const groups = useHotelGroups(offers, comparison)
  return (
    <ComparisonProvider value={comparison}>
      <Results {...props} found={found} groups={groups} comparison={comparison} state={state} />
    </ComparisonProvider>
  )
}

interface FoundProps extends HotelResultsProps {
  found: ReturnType<typeof useResults<HotelOffer>>
  groups: HotelGroups
  comparison: Comparison
  state: ReturnType<typeof useHotelListState>
}

/** The list of the hotels, with its filters and the map. */
function Results(props: FoundProps) {
  const { search, query, today, area, places, tiles, stay, expected, signIn, groups, comparison } = props
  const { offers, waiting, currency, ...found } = props.found
  const { sort, filters, open, actions } = props.state
  const t = useTexts('hotels')
  const { view, isLoading } = found
  const count = countFilters(filters)
  const list = useHotelList(offers, groups, filters, sort, waiting)
  const section = useRef<HTMLElement>(null)
  const feed = useRef<FeedControl>(null)
  const filterSheet = useRef<HTMLDialogElement>(null)
  const mapSheet = useRef<HTMLDialogElement>(null)
  const [lit, setLit] = useState<string | null>(null)
  // Narrower pages show the map in a sheet. The style sheet has the same breakpoint.
  const withMap = useMedia('(min-width: 64em)')
  const panel = { filters, list, currency, actions }
  const page = { ...found, query, list, sort: null, open, signIn, expected }
  const sorts = <HotelSorts list={list} currency={currency} sort={sort} onSort={actions.setSort} isInBar={!withMap} />
  const isListed = view.kind === 'list'
  usePreload(isListed && count > 0, HotelFilteredOut)
  usePrefetch(isListed, [HotelDetails, HotelFilterPanel, HotelMap, ...(withMap ? [] : [MapInSheet])])

  const isMixed = list.rows.some(({ offer }) => offer.data !== list.rows[0]?.offer.data)
  const keys = useMemo(() => list.rows.map(({ key }) => key), [list.rows])
  const goTo = useCallback(
    (key: string) => {
      const index = list.rows.findIndex((item) => item.key === key)
      if (index >= 0) feed.current?.goTo(index)
    },
    [list.rows],
  )

  const map = {
    area,
    places,
    tiles,
    items: list.rows,
    all: list.all,
    whole: list.facts.whole,
    search,
    lit,
    open,
    onLight: setLit,
  }

  return (
    <div className="hotels-body" {...useKeptFocus(section)}>
      <ResultSection
        ref={section}
        page={page}
        listQuery={hotelList}
        label={t('hotels')}
        className="hotels-list"
        head={
          <>
            <AskedOnly search={search} />
            {(isListed || isLoading) && (
              <HotelTools panel={panel} count={count} onAll={() => filterSheet.current?.showModal()} />
            )}
          </>
        }
        sorting={isListed && withMap && sorts}
        skeleton={<HotelSkeleton />}
        rows={
          <Feed
            page={page}
            label={t('hotels')}
            rows={list.rows}
            keys={keys}
            heightAt={heightAt}
            control={feed}
            draw={(item, place) => (
              <HotelRow
                {...place}
                item={item}
                stay={stay}
                whole={list.facts.whole}
                isMixed={isMixed}
                isOpen={item.key === open}
                isLit={item.key === lit}
                onToggle={actions.toggle}
                onLight={setLit}
              />
            )}
          />
        }
        filteredOut={<HotelFilteredOut list={list} currency={currency} actions={actions} />}
        missing={t('linkedHotelMissing')}
        comparison={comparison}
        Explained={ExplainedHotels}
        none={(none) => <NoHotels search={search} today={today} view={none} />}
      />
      <div className="hotels-map no-print">{withMap && <HotelMap {...map} onChoose={goTo} />}</div>
      {isListed && (
        <>
          {!withMap && (
            <Sheet ref={mapSheet} title={t('map')} className="map-sheet">
              <MapInSheet map={map} onChoose={goTo} onClose={() => mapSheet.current?.close()} />
            </Sheet>
          )}
          <FilterBar
            sheet={filterSheet}
            count={count}
            shown={list.rows.length}
            onClearAll={actions.clearAll}
            between={!withMap && sorts}
            other={{ icon: mapIcon, text: t('map'), onOpen: () => mapSheet.current?.showModal() }}
          >
            <HotelFilterPanel {...panel} />
          </FilterBar>
        </>
      )}
    </div>
  )
}

function placeName({ place }: HotelSearch, names: PlaceNames, t: Texts<'hotels'>): string {
  return (place === undefined ? names[AREA_NAME] : names[place]) ?? place ?? t('mapArea')
}

/** Phones stack the parts of a row. The style sheet has the same breakpoint. */
const heightAt = (width: number) => (width < 560 ? 228 : 152)

/** Placeholder rows of the final height. Shown only after a delay, so a quick answer skips them. */
function HotelSkeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      {[62, 48, 70, 55, 66, 50].map((width) => (
        <div key={width} className="offer hotel">
          <div className="hotel-sum">
            <div className="hotel-about">
              <i className="ghost ghost-line is-name" style={{ width: `${width}%` }} />
              <i className="ghost ghost-line is-name" style={{ width: `${width * 0.7}%` }} />
              <i className="ghost ghost-line is-name" style={{ width: `${width * 0.5}%` }} />
            </div>
            <div className="price hotel-price">
              <i className="ghost ghost-price" />
              <i className="ghost ghost-line" />
            </div>
            <span />
            <div className="facts row" />
          </div>
        </div>
      ))}
    </div>
  )
}
