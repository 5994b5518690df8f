import { beside, shownInRow } from '#lib/travel/model/hotels/total-words.ts'
import { pricesWriter } from '#lib/travel/model/money.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { priceChange, totalSeenText } from './trip-words.ts'

/** The latest price with what is paid at the hotel besides, its age, and how it differs from the saved one. */
export function TripPrice({ trip, nowMs }: { trip: TripView; nowMs: number }) {
  const locale = useLocale()
  const [t, hotels] = [useTexts('trips'), useTexts('hotels')]
  const { saved, latest } = trip
  const change = priceChange(saved, latest, nowMs, locale, t)
  const stay = trip.kind === 'hotels' ? { ...trip.hotel, price: latest } : undefined
  const writeIn = pricesWriter(stay ? shownInRow(stay) : [latest], locale)
  return (
    <div className="trip-price">
      <b>{writeIn(latest.currency)(latest.amount)}</b>
      {stay &&
        beside(stay, writeIn, hotels).map((line) => (
          <span key={line} className="trip-beside">
            {line}
          </span>
        ))}
      <span>{totalSeenText(trip, nowMs, t)}</span>
      {change && <span className={`is-${change.direction}`}>{change.text}</span>}
    </div>
  )
}
