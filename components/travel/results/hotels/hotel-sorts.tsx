'use client'

import type { TextKey } from '#lib/platform/model/texts.ts'
import type { HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { type HotelSort, hotelSorts } from '#lib/travel/model/hotels/sort.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { BestInfo } from '../best-info.tsx'
import { SortPick } from '../sort-pick.tsx'
import { HotelBestWords } from './hotel-parts.tsx'

const names = {
  best: 'bestValue',
  price: 'lowestTotal',
  distance: 'nearestTab',
} as const satisfies Record<HotelSort, TextKey<'hotels'>>

interface HotelSortsProps {
  list: Pick<HotelList, 'first' | 'facts'>
  /** The currency of the list. */
  currency: string
  sort: HotelSort
  onSort: (sort: HotelSort) => void
  /** In the bottom bar of narrower pages. */
  isInBar: boolean
}

/** The sort order of a hotel list. */
export function HotelSorts({ list, currency, isInBar, ...pick }: HotelSortsProps) {
  const t = useTexts('hotels')
  return (
    <SortPick sorts={hotelSorts.map((sort) => ({ sort, name: t(names[sort]) }))} {...pick}>
      {!isInBar && (
        <BestInfo name={t('bestValue')}>
          <HotelBestWords best={list.first.best} facts={list.facts} currency={currency} />
        </BestInfo>
      )}
    </SortPick>
  )
}
