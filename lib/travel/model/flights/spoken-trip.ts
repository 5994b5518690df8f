import type { Texts } from '#lib/platform/model/texts.ts'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { formatDate, formatTime } from '../format.ts'
import { inList } from '../in-list.ts'
import { dayDifference } from '../offset-time.ts'
import type { PlaceNames } from '../place-names.ts'
import { connectionsOf } from './connections.ts'
import { directionTitle } from './words.ts'

interface SpokenTrip {
  carriers: string
  legs: readonly FlightLeg[]
  /** The direction of the first leg, from 0. */
  from?: number
  /** By default, a trip with more than two flights is a multi-city trip. */
  isMulti?: boolean
  /** Includes the travelers: "$1,234 for 2 travelers". */
  price: string
  co2Kg: number | undefined
  /** The known names of airports. */
  names: PlaceNames
  locale: string
  t: Texts<'flights'>
}

/** A row as text for screen readers: carriers, each direction with its connections, CO₂, and the price. */
export function spokenTrip({
  carriers,
  legs,
  from = 0,
  isMulti = legs.length > 2,
  price,
  co2Kg,
  names,
  locale,
  t,
}: SpokenTrip): string {
  const place = (code: string) => (names[code] ? `${names[code]} (${code})` : code)
  const directions = legs.map((leg, at) => {
    const { departure, arrival } = leg
    const later = laterText(dayDifference(departure.time, arrival.time) ?? 0, t)
    const about = {
      title: directionTitle(from + at, isMulti, t),
      date: formatDate(departure.time.slice(0, 10), locale),
      from: place(departure.airport),
      leaves: formatTime(departure.time, locale),
      to: place(arrival.airport),
      arrives: formatTime(arrival.time, locale),
      duration: spokenDuration(leg.duration_minutes, t),
      stops: stopsSentence(leg, place, t),
    }
    return later ? t('spokenDirectionLater', { ...about, later }) : t('spokenDirection', about)
  })
  const co2 = co2Kg === undefined ? [] : [t('spokenCo2', { kg: Math.round(co2Kg) })]
  return `${[carriers, ...directions, ...co2, price].join('. ')}.`
}

function laterText(days: number, t: Texts<'flights'>): string {
  if (days === 0) return ''
  if (days === 1) return t('nextDay')
  if (days === -1) return t('dayBefore')
  return days > 0 ? t('daysLater', { count: days }) : t('daysBefore', { count: -days })
}

function stopsSentence(leg: FlightLeg, place: (code: string) => string, t: Texts<'flights'>): string {
  const changes = connectionsOf(leg).map(({ airport, next, minutes, ...about }) => {
    const { changesAirport, isTight, isOvernight, isSelfTransfer } = about
    const remarks = [
      isSelfTransfer && t('isSelfTransfer'),
      isTight && t('isTight'),
      isOvernight && t('isOvernight'),
      changesAirport && airport !== next && t('leavesElsewhere', { place: place(next) }),
      changesAirport && airport === next && t('changeOfAirports'),
    ]
    return inList([t('changeIn', { time: spokenDuration(minutes, t), place: place(airport) }), ...remarks], t)
  })
  const stops = t('stopsInSentence', { count: leg.stops })
  if (changes.length === 0) return stops
  return t('stopsWith', {
    stops,
    changes: changes.reduce((before, change) => t('thenChange', { changes: before, change })),
  })
}

/** "1 hour 5 minutes" */
export function spokenDuration(minutes: number, t: Texts<'flights'>): string {
  const [hours, rest] = [Math.trunc(minutes / 60), Math.round(minutes) % 60]
  if (hours === 0) return t('spokenMinutes', { count: rest })
  return rest === 0 ? t('spokenHours', { count: hours }) : t('spokenHoursMinutes', { hours, minutes: rest })
}
