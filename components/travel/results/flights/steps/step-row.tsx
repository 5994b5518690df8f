'use client'

import type { ReactNode } from 'react'
import { connectionsOf, viaText } from '#lib/travel/model/flights/connections.ts'
import { shownAmount } from '#lib/travel/model/flights/fare-due.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { carrierNames, carriersOf, flightName, stopsText } from '#lib/travel/model/flights/words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { isWrittenWhole, priceWriter, writtenDifference } from '#lib/travel/model/money.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../../../ui/classes.ts'
import { useRichTexts, useTexts } from '../../../../ui/texts.tsx'
import { useTravelProfile } from '../../../profile/profile-provider.tsx'
import type { RowPlace } from '../../feed.tsx'
import { useReader } from '../../reader.tsx'
import { CarrierMark } from '../carrier-mark.tsx'
import { LocalTime } from '../local-time.tsx'
import { SpokenRow } from '../spoken-row.tsx'
import { TimeTrack } from '../time-track.tsx'
import { useFareWords } from '../use-fare-words.ts'
import { useFlightWords } from '../use-flight-words.ts'

/** What a row is the first of. */
export type StepTag = 'best' | 'lowest' | 'fastest'

interface StepRowProps extends RowPlace {
  /** The key of the row in the URL. */
  id: string
  /** The direction that the row shows: 0 for an outbound, 1 for a return. */
  direction: 0 | 1
  /** The round trip whose price the row shows. */
  trip: FlightItem
  axis: TimeAxis
  /** The list's lowest price, which decides on the decimals of all rows. */
  lowestPrice: number
  tag: StepTag | undefined
  isLowest: boolean
  isOpen: boolean
  /** The fact between duration and price, and its spoken form. */
  fact: { strong: string; rest: string; spoken: string }
  /** The buttons of the row, for its short name: "TAP Portugal, $412". */
  buttons: (label: string) => ReactNode
  /** Shown below an open row. */
  children?: ReactNode
}

const tags = { best: 'best', lowest: 'tagLowest', fastest: 'fastest' } as const

const small = (children: ReactNode) => <em>{children}</em>

/**
 * One direction of round trips: an outbound with the lowest total of its trips, or a return with the total of its trip
 * and what it adds to the lowest one.
 */
export function StepRow(props: StepRowProps) {
  const { ref, index, of, id, direction, trip, axis, lowestPrice, tag, isLowest, isOpen, fact, buttons, children } =
    props
  const { travelers } = useReader()
  const words = useFlightWords()
  const { t, locale } = words
  const [results, rich] = [useTexts('results'), useRichTexts('results')]
  const { profile } = useTravelProfile()
  const fareWords = useFareWords(profile)
  const { itinerary, offer, fares } = trip
  const leg = itinerary.legs[direction]
  if (leg === undefined) return null
  const { currency } = offer.flight.price
  const write = priceWriter([lowestPrice], currency, locale)
  const price = { mark: offer.isAbout ? 'about' : 'none', price: write(shownAmount(offer)) }
  const amount = direction === 0 ? rich('optionPrice', { ...price, more: small }) : price.price
  const forAll = t('priceForTravelers', { price: price.price, count: travelers })
  const spokenPrice = direction === 0 ? results('fromPrice', { ...price, price: forAll }) : forAll
  const withBags = fareWords?.bagWords({ offer, fares, profile, travelers, write, t })
  const seat = fareWords?.seatWords(offer, profile.seat, words)
  const more = writtenDifference(shownAmount(offer), lowestPrice, isWrittenWhole([lowestPrice], currency))
  const added = direction === 0 ? null : more > 0 ? t('addedPrice', { price: write(more) }) : t('noExtra')
  const names = carrierNames({ legs: [leg] }, t)
  return (
    <article
      ref={ref}
      data-index={index}
      data-row={id}
      className={classes('offer', isOpen && 'is-open', offer.isOld && 'is-old')}
      aria-label={inList([names, spokenPrice], t)}
      aria-posinset={index + 1}
      aria-setsize={of}
    >
      <div className="step-row">
        <SpokenRow
          row={trip}
          direction={direction}
          carriers={names}
          price={inList([spokenPrice, withBags?.text, seat, added, fact.spoken], t)}
        />
        {/* Hidden from screen readers: the sentence above says the same. */}
        <div className="step-cells" aria-hidden="true">
          <LegCells leg={leg} axis={axis}>
            {tag && <b className="step-tag">{t(tags[tag])}</b>}
          </LegCells>
          <span className="step-fact">
            <b>{fact.strong}</b>
            <small>{fact.rest}</small>
          </span>
          <span className="price">
            <b className={classes(isLowest && 'is-lowest')}>{amount}</b>
            <span>
              {added && <span className={classes('step-added', more <= 0 && 'is-none')}>{added}</span>}
              {withBags && (
                <span className={classes('price-bags', withBags.isUnknown && 'is-unknown')}>
                  {added && ' · '}
                  {withBags.text}
                </span>
              )}
              {seat && (
                <span>
                  {(added || withBags) && ' · '}
                  {seat}
                </span>
              )}
            </span>
          </span>
        </div>
        {buttons(inList([names, price.price], t))}
      </div>
      {isOpen && children}
    </article>
  )
}

interface LegCellsProps {
  leg: FlightLeg
  axis: TimeAxis
  /** Beside the airports. */
  children?: ReactNode
}

/** The first cells of a row with one direction: carrier, times, bar and duration. */
export function LegCells({ leg, axis, children }: LegCellsProps) {
  const { t, duration } = useFlightWords()
  const { departure, arrival, segments, stops } = leg
  const legs = { legs: [leg] }
  const [carrier] = carriersOf(legs)
  const risks = riskWords(leg, t)
  return (
    <>
      <span className="step-who row">
        {carrier && <CarrierMark code={carrier.code} />}
        <span>
          <span className="who-name soft">{carrierNames(legs, t)}</span>
          <small>
            {inList(
              segments.map((segment) => flightName(segment)),
              t,
            )}
          </small>
        </span>
      </span>
      <span className="step-times">
        <span>
          <LocalTime time={departure.time} /> – <LocalTime time={arrival.time} since={departure.time} />
        </span>
        <small>
          {departure.airport} – {arrival.airport}
          {children}
        </small>
      </span>
      <TimeTrack axis={axis} leg={leg} />
      <span className="step-duration">
        <b>{duration(leg.duration_minutes)}</b>
        <small className={classes(risks.length > 0 && 'is-risky')} title={stops > 0 ? viaText(leg, t) : undefined}>
          {inList([stopsText(stops, t), ...risks], t)}
        </small>
      </span>
    </>
  )
}

/** What makes a connection of a leg risky, each in a word or two. */
function riskWords(leg: FlightLeg, t: ReturnType<typeof useFlightWords>['t']): string[] {
  const connections = connectionsOf(leg)
  return [
    ...(connections.some(({ isSelfTransfer }) => isSelfTransfer) ? [t('isSelfTransfer')] : []),
    ...(connections.some(({ changesAirport }) => changesAirport) ? [t('changeOfAirports')] : []),
    ...(connections.some(({ isTight }) => isTight) ? [t('isTight')] : []),
  ]
}
