'use client'

import type { HotelFacts } from '#lib/client/hotels/use-hotel-list.ts'
import { formatDistance } from '#lib/travel/distance.ts'
import { bestHotelScore, bestHotelWeights } from '#lib/travel/hotels/best.ts'
import type { HotelItem } from '#lib/travel/hotels/hotel-item.ts'
import { type HotelSort, hotelSorts } from '#lib/travel/hotels/sort.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'
import { BestInfo } from '../best-info.tsx'
import { useReader } from '../reader.tsx'
import { SortTabs } from '../sort-tabs.tsx'

const names: Record<HotelSort, string> = { best: 'Best value', price: 'Lowest total', distance: 'Nearest' }

const parts = [
  { title: 'Total price', how: 'the lowest price by this one', weight: bestHotelWeights.price },
  { title: 'Location', how: 'all in the centre, half at 3 km from it', weight: bestHotelWeights.location },
  { title: 'Stars', how: 'a fifth for each', weight: bestHotelWeights.stars },
  { title: 'Terms', how: '½ free cancellation, ½ breakfast', weight: bestHotelWeights.terms },
]

interface HotelSortsProps {
  first: Record<HotelSort, HotelItem | undefined>
  facts: HotelFacts
  sort: HotelSort
  isHidden: boolean
  panelId: string
  onSort: (sort: HotelSort) => void
}

/** The orders of a hotel list: each with the price and the distance of what it puts first. */
export function HotelSorts({ first, facts, ...tabs }: HotelSortsProps) {
  const { locale } = useReader()
  return (
    <SortTabs
      tabs={hotelSorts.map((sort) => ({ sort, name: names[sort], facts: factsOf(first[sort], locale) }))}
      {...tabs}
    >
      <BestInfo name="Best value" each="hotel" parts={parts}>
        {first.best && <Example best={first.best} lowestPrice={facts.lowestPrice} />}
      </BestInfo>
    </SortTabs>
  )
}

function factsOf(first: HotelItem | undefined, locale: string) {
  if (!first) return null
  const { price, hotel } = first.offer
  return {
    strong: formatPrice(price.amount, price.currency, locale),
    rest: hotel.distance_km === undefined ? '' : formatDistance(hotel.distance_km, locale),
  }
}

function Example({ best, lowestPrice }: { best: HotelItem; lowestPrice: number }) {
  const { locale } = useReader()
  const { hotel, price } = best.offer
  const dearer = price.amount - lowestPrice
  return (
    <p className="best-example">
      <b>
        {readablePlaceName(hotel.name)} scores {Math.round(bestHotelScore(hotel, lowestPrice))}:
      </b>{' '}
      {dearer <= 0 ? 'no price is lower' : `${formatPrice(dearer, price.currency, locale)} above the lowest price`}
      {hotel.distance_km !== undefined && `, ${formatDistance(hotel.distance_km, locale)} from the centre`}
      {best.free && ', free to cancel'}.
    </p>
  )
}
