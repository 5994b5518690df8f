'use client'

import type { HotelFacts } from '#lib/client/hotels/use-hotel-list.ts'
import { formatDistance } from '#lib/travel/distance.ts'
import { bestHotelScore, bestHotelWeights } from '#lib/travel/hotels/best.ts'
import { centreText } from '#lib/travel/hotels/centre-words.ts'
import type { HotelItem } from '#lib/travel/hotels/hotel-item.ts'
import { type HotelSort, hotelSorts } from '#lib/travel/hotels/sort.ts'
import { isComparable } from '#lib/travel/hotels/total.ts'
import { totalText } from '#lib/travel/hotels/total-words.ts'
import { formatPrice, listWriter, type WriteIn } from '#lib/travel/money.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'
import { BestInfo } from '../best-info.tsx'
import { BestParts } from '../best-parts.tsx'
import { useReader } from '../reader.tsx'
import { SortTabs } from '../sort-tabs.tsx'

const names: Record<HotelSort, string> = { best: 'Best value', price: 'Lowest total', distance: 'Nearest' }

const parts = [
  {
    title: 'Total price',
    how: 'lowest total ÷ this total, both with fees paid at the hotel',
    weight: bestHotelWeights.price,
  },
  { title: 'Location', how: 'full in the centre, half at 3 km', weight: bestHotelWeights.location },
  { title: 'Stars', how: 'one fifth for each star', weight: bestHotelWeights.stars },
  { title: 'Terms', how: '½ free cancellation, ½ breakfast', weight: bestHotelWeights.terms },
]

interface HotelSortsProps {
  first: Record<HotelSort, HotelItem | undefined>
  facts: HotelFacts
  /** The list's currency. */
  currency: string
  sort: HotelSort
  isHidden: boolean
  panelId: string
  onSort: (sort: HotelSort) => void
}

/** The sort tabs of a hotel list, each with the price and distance of its first result. */
export function HotelSorts({ first, facts, currency, ...tabs }: HotelSortsProps) {
  const { locale } = useReader()
  const writeIn = listWriter(facts.whole, locale)
  return (
    <SortTabs
      tabs={hotelSorts.map((sort) => ({ sort, name: names[sort], facts: factsOf(first[sort], locale, writeIn) }))}
      {...tabs}
    >
      <BestInfo name="Best value">
        <BestParts each="hotel" parts={parts} />
        {first.best && <Example best={first.best} facts={facts} currency={currency} />}
      </BestInfo>
    </SortTabs>
  )
}

function factsOf(first: HotelItem | undefined, locale: string, writeIn: WriteIn) {
  if (!first) return null
  const { hotel } = first.offer
  return {
    strong: totalText(hotel, writeIn),
    rest: hotel.distance_km === undefined ? '' : formatDistance(hotel.distance_km, locale),
  }
}

function Example({ best, facts, currency }: { best: HotelItem; facts: HotelFacts; currency: string }) {
  const { locale, names: placeNames } = useReader()
  const { hotel } = best.offer
  const { amount, isAbout } = best.compared
  if (!isComparable(best.compared)) return null
  const dearer = amount - facts.lowestPrice
  const about = isAbout ? 'about ' : ''
  return (
    <p className="best-example">
      <b>
        {readablePlaceName(hotel.name)} scores {Math.round(bestHotelScore(hotel, facts.lowestPrice, amount))}:
      </b>{' '}
      {dearer <= 0 ? 'the lowest price' : `${about}${formatPrice(dearer, currency, locale)} above the lowest price`}
      {hotel.distance_km !== undefined &&
        `, ${formatDistance(hotel.distance_km, locale)} from ${centreText(placeNames)}`}
      {best.free && ', free cancellation'}.
    </p>
  )
}
