'use client'

import { memo } from 'react'
import { bagsText, carriersOf, stopsText } from '#lib/client/flight-words.ts'
import type { Offer } from '#lib/client/offer.ts'
import { readableName } from '#lib/client/readable-name.ts'
import { travelersText } from '#lib/client/search-form.ts'
import type { TimeAxis } from '#lib/client/time-axis.ts'
import { formatDuration } from '#lib/travel/format.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { Badge } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Age } from './age.tsx'
import { CarrierMark } from './carrier-mark.tsx'
import { Co2Gauge } from './co2-gauge.tsx'
import { LocalTime } from './local-time.tsx'
import { OfferDetails } from './offer-details.tsx'
import { useReader } from './reader.tsx'
import { TimeTrack } from './time-track.tsx'

interface OfferRowProps {
  offer: Offer
  axis: TimeAxis
  median: number | null
  isOpen: boolean
  onToggle: (key: string) => void
}

/** One offer: who, when, how long, what it costs for all. Its button opens the details below it. */
export const OfferRow = memo(function OfferRow({ offer, axis, median, isOpen, onToggle }: OfferRowProps) {
  const { locale, travelers } = useReader()
  const { flight, data } = offer
  const carriers = carriersOf(flight)
  const price = formatPrice(flight.price.amount, flight.price.currency, locale)
  const forAll = travelers > 1 ? `for ${travelersText(travelers)}` : 'total'
  const bags = bagsText(flight.bags)
  const seats = flight.fare?.seats_left
  const names = carriers.map(({ name }) => readableName(name)).join(', ')
  const detailsId = `details-${offer.key}`
  return (
    <article className={classes('offer', isOpen && 'is-open')} aria-label={`${names}, ${price} ${forAll}`}>
      <div className="sum">
        <div className="who">
          {carriers.slice(0, 3).map(({ code }) => (
            <CarrierMark key={code} code={code} />
          ))}
          <span className="who-name">{names}</span>
        </div>
        <div className="legs">
          {flight.legs.map((leg) => (
            <div key={leg.departure.time} className="leg">
              <LocalTime time={leg.departure.time} airport={leg.departure.airport} />
              <LocalTime time={leg.arrival.time} airport={leg.arrival.airport} since={leg.departure.time} />
              <TimeTrack axis={axis} leg={leg} />
              <span className="dur">
                <b>{formatDuration(leg.duration_minutes)}</b>
                <span>{stopsText(leg.stops)}</span>
              </span>
            </div>
          ))}
        </div>
        <Co2Gauge kg={flight.co2_kg} median={median} />
        <div className="price">
          <b>{price}</b>
          <span>{forAll}</span>
          {travelers > 1 && (
            <span className="price-each">
              {formatPrice(flight.price.amount / travelers, flight.price.currency, locale)} each on average
            </span>
          )}
        </div>
        <button
          type="button"
          className="opener no-print"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-label={`${isOpen ? 'Hide' : 'Show'} details, ${names}, ${price}`}
          onClick={() => onToggle(offer.key)}
        >
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
        <div className="facts">
          {bags && (
            <span>
              <Icon name="bag" small />
              {bags}
            </span>
          )}
          {seats !== undefined && seats > 0 && seats <= 4 && (
            <Badge tone="warn" icon="warn">
              {seats === 1 ? '1 seat left' : `${seats} seats left`}
            </Badge>
          )}
          {data !== 'live' && <Badge tone="sample">{data === 'sample' ? 'Sample data' : 'Test data'}</Badge>}
          <span className="facts-source">
            {flight.provider}
            <i className="dot" aria-hidden="true" />
            <Age atMs={offer.fetchedAtMs} cached={offer.cached} />
          </span>
        </div>
      </div>
      {isOpen && <OfferDetails id={detailsId} offer={offer} />}
    </article>
  )
})
