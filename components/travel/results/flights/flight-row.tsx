'use client'

import { memo, useMemo } from 'react'
import { connectionWarnings, viaText } from '#lib/travel/model/flights/connections.ts'
import { shownAmount, shownPrice } from '#lib/travel/model/flights/fare-due.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import { co2KgOf, sellersOf } from '#lib/travel/model/flights/sellers.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { bagsText, carrierNames, carriersOf, operatorsOf, stopsText } from '#lib/travel/model/flights/words.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useTravelProfile } from '../../profile/profile-provider.tsx'
import type { RowPlace } from '../feed.tsx'
import { useReader } from '../reader.tsx'
import { RowOpener, RowSource } from '../row-parts.tsx'
import { CarrierMark } from './carrier-mark.tsx'
import { Co2Gauge } from './co2-gauge.tsx'
import { FlightDetails } from './flight-parts.ts'
import { useIsMultiCity } from './flight-search-context.tsx'
import { LocalTime } from './local-time.tsx'
import { SpokenRow } from './spoken-row.tsx'
import { TimeTrack } from './time-track.tsx'
import { useFareWords } from './use-fare-words.ts'
import { useFlightWords } from './use-flight-words.ts'

/** Loads the details once a row is likely to be opened: many lists are only read. */
const preload = () => void FlightDetails.preload()

interface FlightRowProps extends RowPlace {
  row: FlightItem
  axis: TimeAxis
  median: number | null
  /** The list's lowest price, which decides on the decimals of all rows. */
  lowestPrice: number
  /** Whether the rows of the list have different kinds of data. */
  isMixed?: boolean
  isOpen: boolean
  onToggle: (key: string) => void
}

/** The row shows the number of seats left if there are at most this many. */
const FEW_SEATS = 4

/**
 * One row: carrier, times, duration and the total for all travelers at the cheapest fare. Its button opens the details.
 */
export const FlightRow = memo(function FlightRow(props: FlightRowProps) {
  const { ref, row, index, of, axis, median, lowestPrice, isMixed, isOpen, onToggle } = props
  const { travelers } = useReader()
  const words = useFlightWords()
  const { t, duration, locale } = words
  const results = useTexts('results')
  const isMulti = useIsMultiCity()
  const { itinerary, offer, fares } = row
  const { flight } = offer
  const carriers = carriersOf(flight)
  const write = priceWriter([lowestPrice], flight.price.currency, locale)
  const price = shownPrice(offer, write, t)
  const { profile } = useTravelProfile()
  const fareWords = useFareWords(profile)
  const withBags = fareWords?.bagWords({ offer, fares, profile, travelers, write, t })
  const alliances = fareWords?.ownAlliances(itinerary, profile.alliances, t)
  const seat = fareWords?.seatWords(offer, profile.seat, words)
  const [forAll, fullPrice] =
    travelers > 1
      ? [t('forTravelers', { count: travelers }), t('priceForTravelers', { price, count: travelers })]
      : [results('total'), results('priceTotal', { price })]
  const bags = bagsText(flight.bags, t)
  const seats = flight.fare?.seats_left
  const operators = operatorsOf(flight, t)
  const names = carrierNames(flight, t)
  const warnings = useMemo(() => connectionWarnings(itinerary.legs, words), [itinerary.legs, words])
  const others = offer.data === 'sample' ? [] : sellersOf(fares).filter(({ provider }) => provider !== flight.provider)
  const detailsId = `details-${itinerary.key}`
  return (
    <article
      ref={ref}
      data-index={index}
      data-row={itinerary.key}
      className={classes('offer', isOpen && 'is-open', offer.isOld && 'is-old')}
      aria-label={inList([names, fullPrice], t)}
      aria-posinset={index + 1}
      aria-setsize={of}
    >
      <div className="sum">
        <SpokenRow row={row} carriers={names} price={withBags ? inList([fullPrice, withBags.text], t) : fullPrice} />
        {/* Hidden from screen readers: the sentence above says the same. */}
        <div className="who flow" aria-hidden="true">
          {carriers.slice(0, 3).map(({ code }) => (
            <CarrierMark key={code} code={code} />
          ))}
          <span className="who-name soft">{names}</span>
        </div>
        <div className="legs" aria-hidden="true">
          {itinerary.legs.map((leg) => (
            <div key={leg.departure.time} className="leg">
              <LocalTime time={leg.departure.time} airport={leg.departure.airport} />
              <LocalTime time={leg.arrival.time} airport={leg.arrival.airport} since={leg.departure.time} />
              <TimeTrack axis={axis} leg={leg} />
              <span className="dur column">
                <b>{duration(leg.duration_minutes)}</b>
                <span>
                  {stopsText(leg.stops, t)}
                  {leg.stops > 0 && <i className="dur-via"> {viaText(leg, t)}</i>}
                </span>
              </span>
              {isMulti && <span className="leg-date soft">{formatDate(leg.departure.time.slice(0, 10), locale)}</span>}
            </div>
          ))}
        </div>
        <Co2Gauge kg={co2KgOf(fares)} median={median} />
        <div className="price" aria-hidden="true">
          <b>{price}</b>
          <span>{forAll}</span>
          {withBags && (
            <span className={classes('price-bags', withBags.isUnknown && 'is-unknown')}>{withBags.text}</span>
          )}
          {travelers > 1 && (
            <span className="price-each">{t('eachOnAverage', { price: write(shownAmount(offer) / travelers) })}</span>
          )}
        </div>
        <RowOpener
          label={t(isOpen ? 'hide' : 'show', { label: inList([names, price], t) })}
          isOpen={isOpen}
          detailsId={detailsId}
          onToggle={() => onToggle(itinerary.key)}
          onNear={preload}
        />
        <div className="facts row">
          {bags && (
            <span>
              <Icon name="bag" small />
              {bags}
            </span>
          )}
          {seat && <span>{seat}</span>}
          {alliances && <span>{t('yourAlliance', { name: alliances })}</span>}
          {fares.length > 1 && <span>{t('fareCount', { count: fares.length })}</span>}
          {operators.length > 0 && <span>{t('operatedBy', { names: inList(operators, t) })}</span>}
          {warnings.map((text) => (
            <Badge key={text} tone="warn" icon="warn">
              {text}
            </Badge>
          ))}
          {seats !== undefined && seats > 0 && seats <= FEW_SEATS && (
            <Badge tone="warn" icon="warn">
              {t('seatsLeft', { count: seats })}
            </Badge>
          )}
          {others.length > 0 && (
            <span>
              {t('alsoSold', {
                offers: inList(
                  others.map(({ provider, price }) => t('priceFrom', { price: write(price.amount), provider })),
                  t,
                ),
              })}
            </span>
          )}
          <RowSource offer={offer} provider={flight.provider} isMixed={isMixed} />
        </div>
      </div>
      {isOpen && <FlightDetails id={detailsId} row={row} lowestPrice={lowestPrice} />}
    </article>
  )
})
