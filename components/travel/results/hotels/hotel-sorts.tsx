'use client'

import type { TextKey, Texts } from '#lib/platform/model/texts.ts'
import type { HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { formatDistance } from '#lib/travel/model/distance.ts'
import { bestHotelScore, bestHotelWeights } from '#lib/travel/model/hotels/best.ts'
import { fromCentre } from '#lib/travel/model/hotels/centre-words.ts'
import type { HotelItem } from '#lib/travel/model/hotels/hotel-item.ts'
import { type HotelSort, hotelSorts } from '#lib/travel/model/hotels/sort.ts'
import { isComparable } from '#lib/travel/model/hotels/total.ts'
import { offerTotal, type TotalContext } from '#lib/travel/model/hotels/total-words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { formatPrice, listWriter } from '#lib/travel/model/money.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import { bold } from '../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { BestInfo } from '../best-info.tsx'
import { BestParts } from '../best-parts.tsx'
import { useReader } from '../reader.tsx'
import { type ListSortsProps, SortTabs } from '../sort-tabs.tsx'
import { useComparison } from './comparison.tsx'

const names = {
  best: 'bestValue',
  price: 'lowestTotal',
  distance: 'nearestTab',
} as const satisfies Record<HotelSort, TextKey<'hotels'>>

const partsIn = (t: Texts<'hotels'>, results: Texts<'results'>) => [
  { title: results('totalPrice'), how: t('bestPrice'), weight: bestHotelWeights.price },
  { title: t('location'), how: t('bestLocation'), weight: bestHotelWeights.location },
  { title: t('starsTitle'), how: t('bestStars'), weight: bestHotelWeights.stars },
  { title: t('terms'), how: t('bestTerms'), weight: bestHotelWeights.terms },
]

/** The sort tabs of a hotel list, each with the price and distance of its first result. */
export function HotelSorts({ list, currency, ...tabs }: ListSortsProps<HotelList, HotelSort>) {
  const locale = useLocale()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const { first, facts } = list
  const writing = { comparison: useComparison(), writeIn: listWriter(facts.whole, locale), t }
  return (
    <SortTabs
      tabs={hotelSorts.map((sort) => ({ sort, name: t(names[sort]), facts: factsOf(first[sort], locale, writing) }))}
      {...tabs}
    >
      <BestInfo name={t('bestValue')}>
        <BestParts about={t('eachHotel')} parts={partsIn(t, results)} />
        {first.best && <Example best={first.best} facts={facts} currency={currency} />}
      </BestInfo>
    </SortTabs>
  )
}

function factsOf(first: HotelItem | undefined, locale: string, writing: TotalContext) {
  if (!first) return null
  const { hotel } = first.offer
  return {
    strong: offerTotal(first.offer, writing),
    rest: hotel.distance_km === undefined ? '' : formatDistance(hotel.distance_km, locale),
  }
}

function Example({ best, facts, currency }: { best: HotelItem; facts: HotelList['facts']; currency: string }) {
  const locale = useLocale()
  const { names: placeNames } = useReader()
  const t = useTexts('hotels')
  const rich = useRichTexts('hotels')
  const { hotel } = best.offer
  const { amount, isAbout } = best.compared
  if (!isComparable(best.compared)) return null
  const dearer = amount - facts.lowestPrice
  const price = formatPrice(dearer, currency, locale)
  const told = [
    dearer <= 0 ? t('factLowest') : t(isAbout ? 'factDearerAbout' : 'factDearer', { price }),
    fromCentre(hotel, placeNames, locale, t),
    best.free && t('factFree'),
  ]
  return (
    <p className="best-example">
      {rich('example', {
        name: readablePlaceName(hotel.name),
        score: Math.round(bestHotelScore(hotel, facts.lowestPrice, amount, best.free !== undefined)),
        facts: inList(told, t),
        b: bold,
      })}
    </p>
  )
}
