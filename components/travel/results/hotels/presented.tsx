import { guestScore, HIGH_SCORE } from '#lib/travel/model/hotels/score.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { classes } from '../../../ui/classes.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'

/** What guests say, and the first amenities; the details have all. */
export function Presented({ hotel }: { hotel: HotelResult }) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const score = guestScore(hotel)
  const { amenities = [] } = hotel
  if (score === undefined && amenities.length === 0) return null
  return (
    <p className="hotel-presented flow">
      {score ? (
        <span>
          <b className={classes('hotel-score', score.value >= HIGH_SCORE && 'is-high')}>
            {score.value.toLocaleString(locale, { minimumFractionDigits: 1 })}
          </b>{' '}
          {t('scoreWord', { word: score.word })}
          {score.count !== undefined && <span className="hotel-reviews"> {t('reviews', { count: score.count })}</span>}
        </span>
      ) : (
        <span className="hotel-reviews">{t('noScore')}</span>
      )}
      {amenities.length > 0 && (
        <span className="hotel-reviews">
          {amenities
            .slice(0, 4)
            .map((amenity) => t('amenity', { amenity }))
            .join(' · ')}
        </span>
      )}
    </p>
  )
}
