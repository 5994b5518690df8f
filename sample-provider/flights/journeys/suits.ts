import type { Route } from '../market/network.ts'
import type { FlightSearch, SearchBound, TimeWindow } from '../search.ts'
import type { Itinerary } from './itinerary.ts'
import type { Path } from './paths.ts'

/** Whether an itinerary is what a search asks for: its airlines, its hours, its places to change. */
export function suits(itinerary: Itinerary, search: FlightSearch, bound: SearchBound): boolean {
  const { includedAirlines, excludedAirlines } = search
  const { flights } = itinerary
  const last = flights.at(-1) ?? flights[0]
  if (includedAirlines && !flights.every(({ carrier }) => includedAirlines.has(carrier.code))) return false
  if (excludedAirlines && flights.some(({ carrier }) => excludedAirlines.has(carrier.code))) return false
  if (!isWithin(flights[0].flight.departsLocal, bound.departure)) return false
  if (bound.arrival !== undefined) {
    const { arrivesLocal } = last.flight
    if (!bound.arrival.dates.includes(arrivesLocal.slice(0, 10)) || !isWithin(arrivesLocal, bound.arrival.window))
      return false
  }
  return changesSuit(
    flights.slice(1).map(({ flight }) => flight.route.from.code),
    bound,
  )
}

/** Whether a path can come to suit a search, before its flights are known: rules out what no airline could sell. */
export function mightSuit(path: Path, { includedAirlines }: FlightSearch, bound: SearchBound): boolean {
  const isSold = ({ link }: Route) =>
    !includedAirlines ||
    includedAirlines.has(link.airline.code) ||
    link.codeshares.some(({ airline }) => includedAirlines.has(airline.code))
  return (
    path.every(isSold) &&
    changesSuit(
      path.slice(1).map(({ from }) => from.code),
      bound,
    )
  )
}

function changesSuit(changes: readonly string[], { includedChanges, excludedChanges }: SearchBound): boolean {
  if (includedChanges && !changes.some((code) => includedChanges.has(code))) return false
  return excludedChanges === undefined || !changes.some((code) => excludedChanges.has(code))
}

function isWithin(local: string, window: TimeWindow | undefined): boolean {
  if (window === undefined) return true
  const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  return minute >= window.from && minute <= window.until
}
