import { fareTerms } from '#lib/travel/model/flights/fare-terms.ts'
import { describeDayDifference, formatDayDifference } from '#lib/travel/model/flights/flight-format.ts'
import { bagsText, flightName, stopsText } from '#lib/travel/model/flights/words.ts'
import { formatDate, formatTime } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { dayDifference } from '#lib/travel/model/offset-time.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { useTexts } from '../../ui/texts.tsx'
import { useFlightWords } from '../results/flights/use-flight-words.ts'

/** Each direction on one line: day, departure, flights, arrival and duration. Below them, the fare. */
export function FlightLines({ flight }: { flight: FlightResult }) {
  const { t, duration, locale } = useFlightWords()
  const terms = [...fareTerms(flight, t, useTexts('travel')), bagsText(flight.bags, t)].filter(Boolean)
  return (
    <ul>
      {flight.legs.map(({ departure, arrival, segments, stops, duration_minutes }) => {
        const later = dayDifference(departure.time, arrival.time) ?? 0
        const names = segments.map(flightName)
        return (
          <li key={departure.time} className="trip-line">
            <span className="trip-day">{formatDate(departure.time.slice(0, 10), locale)}</span>
            <span className="trip-time">
              <b>{formatTime(departure.time, locale)}</b> {departure.airport}
            </span>
            <span className="trip-bar middle">
              <span>
                <span aria-hidden="true">{inList(names, t)}</span>
                <span className="sr-only">{inList([...names, stopsText(stops, t)], t)}</span>
              </span>
            </span>
            <span className="trip-time">
              <b>{formatTime(arrival.time, locale)}</b>
              {later !== 0 && (
                <>
                  <sup aria-hidden="true">{formatDayDifference(later)}</sup>
                  <span className="sr-only">{describeDayDifference(later, t)}</span>
                </>
              )}{' '}
              {arrival.airport}
            </span>
            <span className="trip-duration">{duration(duration_minutes)}</span>
          </li>
        )
      })}
      {terms.length > 0 && <li className="trip-line is-text">{terms.join(' · ')}</li>}
    </ul>
  )
}
