'use client'

import { memo, type Ref, useMemo } from 'react'
import { connectionWarnings, viaText } from '#lib/travel/flights/connections.ts'
import { travelersText } from '#lib/travel/flights/flight-form.ts'
import type { FlightItem } from '#lib/travel/flights/narrow.ts'
import { sellersOf } from '#lib/travel/flights/sellers.ts'
import type { TimeAxis } from '#lib/travel/flights/time-axis.ts'
import { bagsText, carriersOf, operatorsOf, stopsText } from '#lib/travel/flights/words.ts'
import { formatDate, formatDuration } from '#lib/travel/format.ts'
import { priceWriter } from '#lib/travel/money.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReader } from '../reader.tsx'
import { RowOpener } from '../row-opener.tsx'
import { RowSource } from '../row-source.tsx'
import { CarrierMark } from './carrier-mark.tsx'
import { Co2Gauge } from './co2-gauge.tsx'
import { FlightDetails } from './flight-parts.ts'
import { useIsMultiCity } from './flight-search-context.tsx'
import { LocalTime } from './local-time.tsx'
import { SpokenRow } from './spoken-row.tsx'
import { TimeTrack } from './time-track.tsx'

interface FlightRowProps {
  ref: Ref<HTMLElement>
  row: FlightItem
  /** The row's index from 0, and the list's length. */
  index: number
  of: number
  axis: TimeAxis
  median: number | null
  /** The list's lowest price, which decides on the decimals of all rows. */
  lowestPrice: number
  isOpen: boolean
  onToggle: (key: string) => void
}

/** Up to this number, the row shows the seats left. */
const FEW_SEATS = 4

/**
 * One row: carrier, times, duration and the total for all travelers at the cheapest fare. Its button opens the details.
 */
export const FlightRow = memo(function FlightRow(props: FlightRowProps) {
  const { ref, row, index, of, axis, median, lowestPrice, isOpen, onToggle } = props
  const { locale, travelers } = useReader()
  const isMulti = useIsMultiCity()
  const { itinerary, offer, fares } = row
  const { flight } = offer
  const carriers = carriersOf(flight)
  const write = priceWriter([lowestPrice], flight.price.currency, locale)
  const price = write(flight.price.amount)
  const forAll = travelers > 1 ? `for ${travelersText(travelers)}` : 'total'
  const bags = bagsText(flight.bags)
  const seats = flight.fare?.seats_left
  const operators = operatorsOf(flight).map(readableName)
  const names = carriers.map(({ name }) => readableName(name)).join(', ')
  const warnings = useMemo(() => connectionWarnings(itinerary.legs), [itinerary.legs])
  const others = sellersOf(fares).filter(({ provider }) => provider !== flight.provider)
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
        <SpokenRow row={row} carriers={names} price={`${price} ${forAll}`} />
        {/* Hidden from screen readers: the sentence above says the same. */}
        <div className="who" aria-hidden="true">
          {carriers.slice(0, 3).map(({ code }) => (
            <CarrierMark key={code} code={code} />
          ))}
          <span className="who-name">{names}</span>
        </div>
        <div className="legs" aria-hidden="true">
          {itinerary.legs.map((leg) => (
            <div key={leg.departure.time} className="leg">
              <LocalTime time={leg.departure.time} airport={leg.departure.airport} />
              <LocalTime time={leg.arrival.time} airport={leg.arrival.airport} since={leg.departure.time} />
              <TimeTrack axis={axis} leg={leg} />
              <span className="dur">
                <b>{formatDuration(leg.duration_minutes)}</b>
                <span>
                  {stopsText(leg.stops)}
                  {leg.segments.length > 1 && <i className="dur-via"> {viaText(leg)}</i>}
                </span>
              </span>
              {isMulti && <span className="leg-date">{formatDate(leg.departure.time.slice(0, 10))}</span>}
            </div>
          ))}
        </div>
        <Co2Gauge kg={flight.co2_kg} median={median} />
        <div className="price" aria-hidden="true">
          <b>{price}</b>
          <span>{forAll}</span>
          {travelers > 1 && (
            <span className="price-each">{write(flight.price.amount / travelers)} each on average</span>
          )}
        </div>
        <RowOpener
          what="flight details and fares"
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
          {operators.length > 0 && <span>Operated by {operators.join(', ')}</span>}
          {warnings.map((text) => (
            <Badge key={text} tone="warn" icon="warn">
              {text}
            </Badge>
          ))}
          {seats !== undefined && seats > 0 && seats <= FEW_SEATS && (
            <Badge tone="warn" icon="warn">
              {seats === 1 ? '1 seat left' : `${seats} seats left`}
            </Badge>
          )}
          <RowSource offer={offer} provider={flight.provider} />
          {others.length > 0 && (
            <span>
              also {others.map(({ provider, price }) => `${write(price.amount)} from ${provider}`).join(', ')}
            </span>
          )}
        </div>
      </div>
      {isOpen && <FlightDetails id={detailsId} row={row} />}
    </article>
  )
})
