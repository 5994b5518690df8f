'use client'

import { type ReactNode, type Ref, type RefObject, useMemo } from 'react'
import { hotelListNames } from '#lib/travel/client/hotels/hotel-list-query.ts'
import type { HotelList as List } from '#lib/travel/client/hotels/use-hotel-list.ts'
import type { HotelActions } from '#lib/travel/client/hotels/use-hotel-list-state.ts'
import type { AreaMap } from '#lib/travel/model/area-geometry.ts'
import type { HotelFilterContext } from '#lib/travel/model/hotels/filter-words.ts'
import { activeHotelFilters } from '#lib/travel/model/hotels/filters.ts'
import type { HotelOffer } from '#lib/travel/model/hotels/hotel-offer.ts'
import type { HotelSort } from '#lib/travel/model/hotels/sort.ts'
import type { SearchState } from '#lib/travel/model/results/search-stream.ts'
import type { ListView } from '#lib/travel/model/results/search-view.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { usePreload } from '../../../ui/use-preload.ts'
import { Feed, type FeedControl } from '../feed.tsx'
import type { HeldRow } from '../held-row.ts'
import { ListNotices } from '../list-notices.tsx'
import { useComparison } from './comparison.tsx'
import { ExplainedHotels, HotelFilteredOut } from './hotel-parts.ts'
import { HotelRow } from './hotel-row.tsx'
import type { StayParams } from './stay-params.ts'

interface HotelListProps {
  id: string
  view: ListView<HotelOffer>
  list: List
  state: SearchState<HotelOffer>
  sort: HotelSort
  context: HotelFilterContext
  /** The keys of the open row and of the highlighted one, or null. */
  open: string | null
  lit: string | null
  actions: HotelActions
  area: AreaMap
  stay: StayParams
  /** The query of the search; suggestions change parts of it. */
  query: string
  held: RefObject<HeldRow | null>
  control: Ref<FeedControl>
  signIn: ReactNode
  onRetry: () => void
  onLight: (key: string | null) => void
}

/** Phones stack the parts of a row. The style sheet has the same breakpoint. */
const heightAt = (width: number) => (width < 560 ? 208 : 134)

/** The list under its notices. If the filters hide every result: what the removal of each filter restores. */
export function HotelList(props: HotelListProps) {
  const { id, view, list, state, sort, context, open, lit, actions, area, stay } = props
  const { query, held, control, signIn, onRetry, onLight } = props
  const comparison = useComparison()
  const t = useTexts('hotels')
  const { rows } = list
  const keys = useMemo(() => rows.map(({ key }) => key), [rows])
  const { whole } = list.facts
  const isMissing = open !== null && !list.all.some(({ key }) => key === open)
  usePreload(activeHotelFilters(list.filters).length > 0, HotelFilteredOut)
  return (
    <>
      <ListNotices
        view={view}
        state={state}
        query={query}
        listNames={hotelListNames}
        comparison={comparison}
        missing={isMissing ? t('linkedHotelMissing') : undefined}
        explained={(found) => <ExplainedHotels view={found} offers={view.offers} onRetry={onRetry} />}
        signIn={signIn}
        onRetry={onRetry}
      />
      {rows.length === 0 ? (
        <HotelFilteredOut id={id} sort={sort} list={list} context={context} actions={actions} />
      ) : (
        <Feed
          id={id}
          label={t('hotels')}
          keys={keys}
          sort={sort}
          isBusy={state.phase !== 'done'}
          isStale={list.isStale}
          open={open}
          held={held}
          query={query}
          heightAt={heightAt}
          control={control}
          head={<h2 className="sr-only">{t('hotels')}</h2>}
          row={(index, ref) => {
            const item = rows[index]
            return (
              item && (
                <HotelRow
                  ref={ref}
                  item={item}
                  index={index}
                  of={rows.length}
                  area={area}
                  stay={stay}
                  whole={whole}
                  isOpen={item.key === open}
                  isLit={item.key === lit}
                  onToggle={actions.toggle}
                  onLight={onLight}
                />
              )
            )
          }}
        />
      )}
    </>
  )
}
