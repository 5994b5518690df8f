import type { TripView } from '#lib/shared/trip-view.ts'
import { priceWriter } from '#lib/travel/money.ts'
import { useReader } from '../results/reader.tsx'
import { useTexts } from '../ui/texts.tsx'
import { priceChange, totalSeenText } from './trip-words.ts'

/** The latest price with its age, and how it differs from the saved one. */
export function TripPrice({ trip, nowMs }: { trip: TripView; nowMs: number }) {
  const { locale } = useReader()
  const t = useTexts('trips')
  const { saved, latest } = trip
  const change = priceChange(saved, latest, nowMs, locale, t)
  return (
    <div className="trip-price">
      <b>{priceWriter([latest.amount], latest.currency, locale)(latest.amount)}</b>
      <span>{totalSeenText(trip, nowMs, t)}</span>
      {change && <span className={`is-${change.direction}`}>{change.text}</span>}
    </div>
  )
}
