'use client'

import type { TripView } from '#lib/shared/trip-view.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'
import { PressButton } from '../results/press-button.tsx'
import { useReader } from '../results/reader.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { FlightLines } from './flight-lines.tsx'
import { StayLines } from './stay-lines.tsx'
import { TripPrice } from './trip-price.tsx'
import { tripTitle } from './trip-title.ts'
import { TripWay } from './trip-way.tsx'
import { datesText, whenText } from './trip-words.ts'

interface TripCardProps {
  trip: TripView
  nowMs: number
  isChosen: boolean
  /** Whether it can join the others that are compared. */
  mayChoose: boolean
  onChoose: (isChosen: boolean) => void
  onRemove: () => void
}

/** One saved flight or stay: what it is, its itinerary, the price then and now, and what to do with it. */
export function TripCard({ trip, nowMs, isChosen, mayChoose, onChoose, onRemove }: TripCardProps) {
  const { locale, names } = useReader()
  const title = tripTitle(trip, names)
  const seller = trip.kind === 'flights' ? readableName(trip.flight.airline) : readablePlaceName(trip.hotel.name)
  const provider = trip.kind === 'flights' ? trip.flight.provider : trip.hotel.provider
  const searchPage = `/search/${trip.kind}?${trip.search}`
  return (
    <li className="trip">
      <div className="trip-what">
        <p className="trip-when">
          {whenText(trip, nowMs)}
          {trip.data !== 'live' && <Badge tone="sample">{trip.data === 'sample' ? 'Sample data' : 'Test data'}</Badge>}
        </p>
        <h3>{title}</h3>
        <p>{datesText(trip, locale)}</p>
        <p>{trip.kind === 'flights' ? `${seller}, from ${provider}` : `From ${provider}`}</p>
      </div>
      <div className="trip-plan">
        {trip.kind === 'flights' ? <FlightLines flight={trip.flight} /> : <StayLines hotel={trip.hotel} />}
      </div>
      <TripPrice trip={trip} nowMs={nowMs} />
      <div className="trip-actions no-print">
        {!trip.isPast && <TripWay trip={trip} seller={seller} provider={provider} />}
        <PressButton icon="calendar" action={() => saveCalendar(trip, names, locale)}>
          Add to calendar
        </PressButton>
        <Button variant="quiet" onClick={onRemove} aria-label={`Remove ${title}`}>
          <Icon name="x" small />
          Remove
        </Button>
        {!trip.isPast && <TextLink href={searchPage}>Search again</TextLink>}
        <label className="trip-choose">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={!isChosen && !mayChoose}
            onChange={(event) => onChoose(event.target.checked)}
          />
          Compare<span className="sr-only"> {title}</span>
        </label>
      </div>
    </li>
  )
}

async function saveCalendar(trip: TripView, names: Record<string, string>, locale: string): Promise<string> {
  const about = { source: trip.skill, data: trip.data, cached: false, fetchedAtMs: trip.saved.seenAtMs, key: trip.id }
  const { downloadCalendar } = await import('#lib/client/download-calendar.ts')
  if (trip.kind === 'flights') {
    const { flightCalendar } = await import('#lib/travel/flights/flight-calendar.ts')
    const { flight } = trip
    const travelers = flight.price_per_traveler?.reduce((sum, { count }) => sum + count, 0) ?? 1
    return downloadCalendar(
      flightCalendar({ ...about, price: flight.price, flight }, { travelers, names, locale }, Date.now()),
    )
  }
  const { stayCalendar } = await import('#lib/travel/hotels/stay-calendar.ts')
  const { hotel } = trip
  return downloadCalendar(stayCalendar({ ...about, price: hotel.price, hotel }, locale, Date.now()))
}
