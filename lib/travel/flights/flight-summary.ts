import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { describeDayDifference, formatDate, formatDuration, formatTime } from '../format.ts'
import { priceWriter } from '../money.ts'
import { dayDifference } from '../offset-time.ts'
import type { PlaceNames } from '../place-names.ts'
import { readableName } from '../readable-name.ts'
import { originLines } from '../results/origin-lines.ts'
import { travelersText } from './flight-form.ts'
import type { FlightOffer } from './flight-offer.ts'
import { stopsText } from './words.ts'

export interface SummaryContext {
  travelers: number
  names: PlaceNames
  locale: string
}

/** An offer as lines of text for a message or a note: each flight with date, times and places, and the total. */
export function flightSummary(offer: FlightOffer, { travelers, names, locale }: SummaryContext): string {
  const { flight } = offer
  const place = (code: string) => (names[code] ? `${names[code]} (${code})` : code)
  const { amount, currency } = flight.price
  const total = priceWriter([amount], currency, locale)(amount)
  const brand = flight.fare?.brand
  return [
    ...flight.legs.flatMap((leg) => [legLine(leg, place, locale), ...flightLines(leg, locale)]),
    `Total ${total} for ${travelersText(travelers)}, taxes included${brand ? `, fare ${brand}` : ''}`,
    ...originLines(offer, flight.provider),
  ].join('\n')
}

function legLine(leg: FlightLeg, place: (code: string) => string, locale: string): string {
  const date = formatDate(leg.departure.time.slice(0, 10), 'en-GB', { year: true })
  const stops = stopsText(leg.stops).toLowerCase()
  return `${date}: ${place(leg.departure.airport)} to ${place(leg.arrival.airport)}, ${formatDuration(leg.duration_minutes)}, ${stops}${laterText(leg, locale)}`
}

function laterText({ departure, arrival }: FlightLeg, locale: string): string {
  const later = describeDayDifference(dayDifference(departure.time, arrival.time) ?? 0)
  return `; ${later || 'arrives the same day'}, ${formatTime(arrival.time, locale)}`
}

const flightLines = (leg: FlightLeg, locale: string): string[] =>
  leg.segments.map(({ carrier, flight_number, departure, arrival }) => {
    const [from, to] = [departure, arrival].map(({ airport, time }) => `${airport} ${formatTime(time, locale)}`)
    return `  ${carrier.code} ${flight_number} ${readableName(carrier.name)}: ${from} – ${to}`
  })
