import type { Texts } from '#lib/platform/model/texts.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { formatDate, formatTime } from '../format.ts'
import { dayDifference } from '../offset-time.ts'
import type { PlaceNames } from '../place-names.ts'
import { originLines } from '../results/origin-lines.ts'
import { connectionsOf } from './connections.ts'
import { fareTerms } from './fare-terms.ts'
import { describeDayDifference } from './flight-format.ts'
import type { FlightOffer } from './flight-offer.ts'
import type { FlightWords } from './flight-words.ts'
import { airlineName, bagsText, flightName, sellerName } from './words.ts'

export interface SummaryContext {
  travelers: number
  names: PlaceNames
  words: FlightWords
  travel: Texts<'travel'>
  results: Texts<'results'>
  /** Writes prices like the list of the offer. */
  write: (amount: number) => string
}

/** An offer as lines of text for a message or a note: flights with date, times and places, the fare and the total. */
export function flightSummary(
  offer: FlightOffer,
  { travelers, names, words, travel, results, write }: SummaryContext,
): string {
  const { t, locale } = words
  const { flight } = offer
  const place = (code: string) => (names[code] ? `${names[code]} (${code})` : code)
  const terms = [...fareTerms(flight, t, travel), bagsText(flight.bags, t)].filter((term) => term !== null)
  return [
    ...flight.legs.flatMap((leg) => [legLine(leg, place, words), ...flightLines(leg, words)]),
    ...(terms.length > 0 ? [t('summaryFare', { terms: terms.join(' · ') })] : []),
    t('summaryTotal', { total: write(flight.price.amount), count: travelers }),
    ...originLines(offer, { provider: flight.provider, seller: sellerName(offer, words.t) }, { locale, t: results }),
  ].join('\n')
}

function legLine(leg: FlightLeg, place: (code: string) => string, { t, duration, locale }: FlightWords): string {
  const { departure, arrival } = leg
  return t('summaryLeg', {
    date: formatDate(departure.time.slice(0, 10), locale, { year: true }),
    from: place(departure.airport),
    to: place(arrival.airport),
    duration: duration(leg.duration_minutes),
    stops: t('stopsInSentence', { count: leg.stops }),
    arrival: describeDayDifference(dayDifference(departure.time, arrival.time) ?? 0, t) || t('arrivesSameDay'),
    time: formatTime(arrival.time, locale),
  })
}

function flightLines(leg: FlightLeg, { t, locale }: FlightWords): string[] {
  const connections = connectionsOf(leg)
  return leg.segments.flatMap((segment, at) => {
    const [from, to] = [segment.departure, segment.arrival].map(
      ({ airport, time }) => `${airport} ${formatTime(time, locale)}`,
    )
    const after = connections[at]
    return [
      `  ${flightName(segment)} ${airlineName(segment.carrier, t)}: ${from} – ${to}`,
      ...(after?.isSelfTransfer
        ? [`  ${t('selfTransferAt', { airport: after.airport })}. ${t('selfTransferHelp')}`]
        : []),
    ]
  })
}
