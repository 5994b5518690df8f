import { type CalendarFile, calendarFile } from '../calendar-file.ts'
import type { FlightOffer } from './flight-offer.ts'
import { flightSummary, type SummaryContext } from './flight-summary.ts'
import { airlineName, flightName } from './words.ts'

/** The flights of an offer for a calendar: one event from each departure to its arrival. */
export function flightCalendar(offer: FlightOffer, context: SummaryContext, nowMs: number): CalendarFile {
  const { legs } = offer.flight
  const { t } = context.words
  const place = (code: string) => context.names[code] ?? code
  const events = legs
    .flatMap(({ segments }) => segments)
    .map((segment) => {
      const { carrier, departure, arrival } = segment
      const number = flightName(segment)
      const airport = `${place(departure.airport)} (${departure.airport})`
      const { terminal } = departure
      return {
        identity: [number, departure.airport, departure.time].join(' '),
        start: new Date(departure.time),
        end: new Date(arrival.time),
        summary: t('calendarFlight', {
          flight: number,
          from: place(departure.airport),
          to: place(arrival.airport),
          airline: airlineName(carrier, t),
        }),
        location: terminal ? t('atTerminal', { place: airport, terminal }) : airport,
      }
    })
  const [first] = legs
  const route = first ? `${first.departure.airport}-${first.arrival.airport}-${first.departure.time.slice(0, 10)}` : ''
  return calendarFile(`flight-${route}.ics`, offer, {
    description: flightSummary(offer, context),
    events,
    nowMs,
    t: context.results,
  })
}
