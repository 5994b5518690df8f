import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { describeDayDifference, formatDate, formatTime } from '../format.ts'
import { dayDifference } from '../offset-time.ts'
import type { PlaceNames } from '../place-names.ts'
import { connectionsOf } from './connections.ts'
import { directionTitle, stopsText } from './words.ts'

interface SpokenTrip {
  carriers: string
  legs: readonly FlightLeg[]
  /** Absent: a trip with more than two flights is. */
  isMulti?: boolean
  /** Includes the travelers: "$1,234 for 2 travelers". */
  price: string
  co2Kg: number | undefined
  /** The known names of airports. */
  names: PlaceNames
  locale: string
}

/** A row as text for screen readers: carriers, each direction with its connections, CO₂, and the price. */
export function spokenTrip({
  carriers,
  legs,
  isMulti = legs.length > 2,
  price,
  co2Kg,
  names,
  locale,
}: SpokenTrip): string {
  const place = (code: string) => (names[code] ? `${names[code]} (${code})` : code)
  const directions = legs.map((leg, at) => {
    const { departure, arrival } = leg
    const title = directionTitle(at, isMulti)
    const later = describeDayDifference(dayDifference(departure.time, arrival.time) ?? 0)
    const way = [
      `${title} ${formatDate(departure.time.slice(0, 10))}`,
      `leaves ${place(departure.airport)} at ${formatTime(departure.time, locale)}`,
      `arrives ${place(arrival.airport)} at ${formatTime(arrival.time, locale)}${later && `, ${later.replace('arrives ', '')}`}`,
      spokenDuration(leg.duration_minutes),
      stopsSentence(leg, place),
    ]
    return way.join(', ')
  })
  const co2 = co2Kg === undefined ? [] : [`${Math.round(co2Kg)} kilograms of CO₂ per traveler`]
  return `${[carriers, ...directions, ...co2, price].join('. ')}.`
}

function stopsSentence(leg: FlightLeg, place: (code: string) => string): string {
  const changes = connectionsOf(leg).map(({ airport, next, minutes, changesAirport, isTight, isOvernight }) => {
    const remarks = [
      isTight && 'tight',
      isOvernight && 'overnight',
      changesAirport && airport !== next && `the next flight leaves from ${place(next)}`,
      changesAirport && airport === next && 'change of airports',
    ].filter(Boolean)
    return [`${spokenDuration(minutes)} in ${place(airport)}`, ...remarks].join(', ')
  })
  return [stopsText(leg.stops).toLowerCase(), ...(changes.length > 0 ? [changes.join(', then ')] : [])].join(': ')
}

/** "1 hour 5 minutes" */
export function spokenDuration(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), Math.round(minutes) % 60]
  const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`])
  const parts = [...part(hours, 'hour'), ...part(rest, 'minute')]
  return parts.length > 0 ? parts.join(' ') : '0 minutes'
}
