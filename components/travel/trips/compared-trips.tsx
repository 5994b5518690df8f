'use client'

import { useRef } from 'react'
import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { makeTimeAxis, type TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { carrierNames } from '#lib/travel/model/flights/words.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { useTravelProfile } from '../profile/profile-provider.tsx'
import { LocalTime } from '../results/flights/local-time.tsx'
import { TimeTrack } from '../results/flights/time-track.tsx'
import { useFlightWords } from '../results/flights/use-flight-words.ts'
import { comparedRows, isSame } from './compared-rows.ts'
import { OptionLetter, TripWay } from './trip-card.tsx'
import { maxCompared } from './trip-options.ts'
import { tripTitle } from './trip-words.ts'

interface ComparedTripsProps {
  trips: readonly TripView[]
  rates: ExchangeRates | null
  nowMs: number
  names: PlaceNames
  /** The letters of options, by the ids of the trips. */
  letters: ReadonlyMap<string, string | undefined>
  onLeave: (id: string) => void
}

/** One flight of a trip: its day, and its times above the bar that draws it. */
function ComparedLeg({ leg, axis }: { leg: FlightLeg; axis: TimeAxis }) {
  const { locale } = useFlightWords()
  const { departure, arrival } = leg
  return (
    <>
      <span className="compared-day soft-xs">{formatDate(departure.time.slice(0, 10), locale)}</span>
      <span className="compared-times flow">
        <LocalTime time={departure.time} airport={departure.airport} />{' '}
        <LocalTime time={arrival.time} airport={arrival.airport} since={departure.time} />
      </span>
      <TimeTrack axis={axis} leg={leg} />
    </>
  )
}

/** The chosen trips side by side in one table. What is the same in all of them is one sentence below it. */
export function ComparedTrips({ trips, rates, nowMs, names, letters, onLeave }: ComparedTripsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const locale = useLocale()
  const [flights, hotels, travel] = [useFlightWords(), useTexts('hotels'), useTexts('travel')]
  const [results, t] = [useTexts('results'), useTexts('trips')]
  const { seat } = useTravelProfile().profile
  const all = comparedRows(trips, { rates, nowMs, locale, seat, flights, hotels, travel, results, t })
  const [rows, same] = [all.filter((row, at) => at === 0 || !isSame(row)), all.slice(1).filter(isSame)]
  const routes = trips.map((trip) => tripTitle(trip, names, flights.t))
  const [route, ...others] = new Set(routes)
  const isOneRoute = others.length === 0 && trips.every(({ kind }) => kind === 'flights')
  const columns = trips.map((trip, at) => ({
    id: trip.id,
    name: trip.kind === 'flights' ? carrierNames(trip.flight, flights.t) : routes[at],
    route: trip.kind === 'flights' && !isOneRoute ? routes[at] : undefined,
  }))
  const axis = makeTimeAxis(rows.flatMap(({ legs = [] }) => legs.filter((leg) => leg !== undefined)))
  return (
    <section id="compared" className="trips-part" aria-labelledby="compared-heading">
      <h2 id="compared-heading" className="heading" ref={heading} tabIndex={-1}>
        {t('compared')}
      </h2>
      {trips.length < 2 ? (
        <p className="quiet">{t('chooseToCompare', { most: maxCompared })}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a wide table only when it has the focus.
        <section className="compared-box box" aria-label={t('comparison')} tabIndex={0}>
          <table className="compared">
            {isOneRoute && <caption>{route}</caption>}
            <thead>
              <tr>
                <td />
                {columns.map(({ id, name, route }, at) => (
                  <th key={id} scope="col">
                    <span>
                      {letters.get(id) && <OptionLetter letter={letters.get(id) ?? ''} />}
                      {name}
                      {route !== undefined && <small>{route}</small>}
                    </span>
                    <Button
                      variant="quiet"
                      size="sm"
                      onClick={() => {
                        onLeave(id)
                        // The pressed button is removed with its column, so the focus moves to the heading.
                        heading.current?.focus()
                      }}
                      // Includes the total, because several columns can have the same airline.
                      aria-label={t('takeOut', { title: inList([name, rows[0]?.cells[at]], flights.t) })}
                    >
                      <Icon name="x" small />
                    </Button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ title, cells, data, notes, best, legs }) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {cells.map((text, at) => (
                    <td key={trips[at]?.id}>
                      {legs?.[at] ? <ComparedLeg leg={legs[at]} axis={axis} /> : text}
                      {data?.[at] && <Badge tone="sample">{data[at]}</Badge>}
                      {best?.at.includes(at) && <Badge tone="ok">{best.word}</Badge>}
                      {notes?.[at] && <small>{notes[at]}</small>}
                    </td>
                  ))}
                </tr>
              ))}
              {trips.some(({ isPast }) => !isPast) && (
                <tr className="no-print">
                  <th scope="row">{t('book')}</th>
                  {trips.map((trip) => (
                    <td key={trip.id}>{!trip.isPast && <TripWay trip={trip} rates={rates} />}</td>
                  ))}
                </tr>
              )}
            </tbody>
            {same.length > 0 && (
              <tfoot>
                <tr>
                  <td colSpan={trips.length + 1}>
                    {t(trips.length === 2 ? 'sameInBoth' : 'sameInAll', {
                      facts: inList(
                        same.map(({ title, cells }) => t('fact', { title, text: cells[0] ?? '' })),
                        flights.t,
                      ),
                    })}
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
    </section>
  )
}
