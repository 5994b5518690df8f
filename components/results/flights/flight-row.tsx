'use client'

import { memo, type Ref } from 'react'
import { travelersText } from '#lib/travel/flights/flight-form.ts'
import type { FlightItem } from '#lib/travel/flights/narrow.ts'
import type { TimeAxis } from '#lib/travel/flights/time-axis.ts'
import { bagsText, carriersOf, operatorsOf, stopsText } from '#lib/travel/flights/words.ts'
import { formatDuration } from '#lib/travel/format.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReader } from '../reader.tsx'
import { RowOpener } from '../row-opener.tsx'
import { RowSource } from '../row-source.tsx'
import { CarrierMark } from './carrier-mark.tsx'
import { Co2Gauge } from './co2-gauge.tsx'
import { FlightDetails } from './flight-details.tsx'
import { LocalTime } from './local-time.tsx'
import { TimeTrack } from './time-track.tsx'

interface FlightRowProps {
  ref: Ref<HTMLElement>
  row: FlightItem
  /** Its place in the list, from 0, among so many. */
  index: number
  of: number
  axis: TimeAxis
  median: number | null
  isOpen: boolean
  onToggle: (key: string) => void
}

/** So few seats are worth saying. */
const FEW_SEATS = 4

/** One row: who, when, how long, what it costs for all at its cheapest fare. Its button opens the details below it. */
export const FlightRow = memo(function FlightRow(props: FlightRowProps) {
  const { ref, row, index, of, axis, median, isOpen, onToggle } = props
  const { locale, travelers } = useReader()
  const { itinerary, offer, fares } = row
  const { flight } = offer
  const carriers = carriersOf(flight)
  const price = formatPrice(flight.price.amount, flight.price.currency, locale)
  const forAll = travelers > 1 ? `for ${travelersText(travelers)}` : 'total'
  const bags = bagsText(flight.bags)
  const seats = flight.fare?.seats_left
  const operators = operatorsOf(flight).map(readableName)
  const names = carriers.map(({ name }) => readableName(name)).join(', ')
  const detailsId = `details-${itinerary.key}`
  return (
    <article
      ref={ref}
      data-index={index}
      data-row={itinerary.key}
      className={classes('offer', isOpen && 'is-open', index === 0 && 'is-first', offer.isOld && 'is-old')}
      aria-label={`${names}, ${price} ${forAll}`}
      aria-posinset={index + 1}
      aria-setsize={of}
    >
      <div className="sum">
        <div className="who">
          {carriers.slice(0, 3).map(({ code }) => (
            <CarrierMark key={code} code={code} />
          ))}
          <span className="who-name">{names}</span>
        </div>
        <div className="legs">
          {itinerary.legs.map((leg) => (
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
        <RowOpener
          label={`${names}, ${price}`}
          isOpen={isOpen}
          detailsId={detailsId}
          onToggle={() => onToggle(itinerary.key)}
        />
        <div className="facts">
          {bags && (
            <span>
              <Icon name="bag" small />
              {bags}
            </span>
          )}
          {fares.length > 1 && <span>{fares.length} fares</span>}
          {operators.length > 0 && <span className="facts-operator">Operated by {operators.join(', ')}</span>}
          {seats !== undefined && seats > 0 && seats <= FEW_SEATS && (
            <Badge tone="warn" icon="warn">
              {seats === 1 ? '1 seat left' : `${seats} seats left`}
            </Badge>
          )}
          <RowSource offer={offer} provider={flight.provider} />
        </div>
      </div>
      {isOpen && <FlightDetails id={detailsId} row={row} />}
    </article>
  )
})
