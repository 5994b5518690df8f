import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { inList } from '../in-list.ts'
import { parseOffsetTime } from '../offset-time.ts'
import type { FlightWords } from './flight-words.ts'
import { isNight } from './night.ts'

/** A connection shorter than this is tight. */
const TIGHT_BELOW_MINUTES = 60

/** A connection between two flights. */
interface Connection {
  /** The airports where the first flight lands and the next one departs. */
  airport: string
  next: string
  minutes: number
  changesAirport: boolean
  isTight: boolean
  isOvernight: boolean
  /** Whether the provider states that the flights are on separate tickets. */
  isSelfTransfer: boolean
}

/** The connections of a leg, in order. */
export function connectionsOf({ segments, layovers }: FlightLeg): Connection[] {
  return segments.slice(1).map((to, at): Connection => {
    const from = segments[at] ?? to
    const [landed, leaves] = [parseOffsetTime(from.arrival.time), parseOffsetTime(to.departure.time)]
    const wait = layovers[at]
    const between = landed && leaves ? (leaves.instantMs - landed.instantMs) / 60_000 : 0
    const minutes = wait?.duration_minutes ?? Math.round(between)
    return {
      airport: from.arrival.airport,
      next: to.departure.airport,
      minutes,
      changesAirport: from.arrival.airport !== to.departure.airport || wait?.changes_airport === true,
      isTight: minutes < TIGHT_BELOW_MINUTES,
      isOvernight: landed !== undefined && leaves !== undefined && isNight(landed, leaves, landed),
      isSelfTransfer: wait?.self_transfer === true,
    }
  })
}

/** The warnings about a trip's connections, such as "Tight: 45 min in FRA". */
export function connectionWarnings(legs: readonly FlightLeg[], { t, duration }: FlightWords): string[] {
  const texts = legs
    .flatMap(connectionsOf)
    .flatMap(({ airport, next, minutes, ...about }) => [
      ...(about.isSelfTransfer ? [t('selfTransferAt', { airport })] : []),
      ...(about.changesAirport
        ? [airport === next ? t('changeAirportsAt', { airport }) : t('changeAirports', { from: airport, to: next })]
        : []),
      ...(about.isTight ? [t('tight', { time: duration(minutes), airport })] : []),
      ...(about.isOvernight ? [t('overnightWait', { airport })] : []),
    ])
  return [...new Set(texts)]
}

/** The airports of the landings on the way: "EWR", "LHR–LGW, JFK", "BON" for a flight that stops there. */
export function viaText(leg: FlightLeg, t: FlightWords['t']): string {
  const connections = connectionsOf(leg)
  const airports = leg.segments.flatMap(({ technical_stops_at: stops = [] }, at) => {
    const changes = connections.slice(at, at + 1)
    return [
      ...stops.map(({ airport }) => airport),
      ...changes.map(({ airport, next }) => (airport === next ? airport : `${airport}–${next}`)),
    ]
  })
  return inList(airports, t)
}
