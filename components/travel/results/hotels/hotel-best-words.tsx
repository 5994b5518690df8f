'use client'

import type { HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { bestHotelScore, bestHotelWeights } from '#lib/travel/model/hotels/best.ts'
import { fromCentre } from '#lib/travel/model/hotels/centre-words.ts'
import type { HotelItem } from '#lib/travel/model/hotels/hotel-item.ts'
import { isComparable } from '#lib/travel/model/hotels/total.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import { bold } from '../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { BestParts } from '../best-parts.tsx'
import { useReader } from '../reader.tsx'

interface HotelBestWordsProps {
  best: HotelItem | undefined
  facts: HotelList['facts']
  /** The currency of the list. */
  currency: string
}

/** Explains how the best value is calculated for hotels, with the first row as the example. */
export function HotelBestWords({ best, ...about }: HotelBestWordsProps) {
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const parts = [
    { title: results('totalPrice'), how: t('bestPrice'), weight: bestHotelWeights.price },
    { title: t('location'), how: t('bestLocation'), weight: bestHotelWeights.location },
    { title: t('starsTitle'), how: t('bestStars'), weight: bestHotelWeights.stars },
    { title: t('terms'), how: t('bestTerms'), weight: bestHotelWeights.terms },
  ]
  return (
    <>
      <BestParts about={t('eachHotel')} parts={parts} />
      {best && <Example best={best} {...about} />}
    </>
  )
}

function Example({ best, facts, currency }: HotelBestWordsProps & { best: HotelItem }) {
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
