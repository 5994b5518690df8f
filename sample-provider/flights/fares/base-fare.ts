import type { Itinerary } from '../journeys/itinerary.ts'
import { shareOf } from '../market/draw.ts'
import type { Cabin } from '../search.ts'
import { demandFactor } from './demand.ts'

const CABIN_FACTOR: Readonly<Record<Cabin, number>> = { ECONOMY: 1, PREMIUM_ECONOMY: 1.75, BUSINESS: 3.3, FIRST: 5.4 }
const STOPS_FACTOR = [1.12, 0.94, 0.9]
/** A partner sells the same seat at its own price. */
const CODESHARE_FACTOR = 1.04
const NIGHT_WAIT_MINUTES = 8 * 60
const NIGHT_WAIT_FACTOR = 0.86

/** One adult's cheapest fare for one direction in these cabins, before taxes, in US dollars. */
export function baseFareUsd(itinerary: Itinerary, cabins: readonly Cabin[], seats: number, today: number): number {
  const { flights, km, seller } = itinerary
  const [{ flight: first, number }] = flights
  const cabin =
    flights.reduce((sum, { flight }, at) => sum + CABIN_FACTOR[cabins[at] ?? 'ECONOMY'] * flight.route.link.km, 0) / km
  const ownMind = 0.86 + 0.3 * shareOf('fare', seller.code, number, first.date, flights.length)
  const technicalStops = flights.some(({ flight }) => flight.stops.length > 0)
  return (
    (22 + 1.05 * km ** 0.66) *
    cabin *
    seller.fareFactor *
    (STOPS_FACTOR[flights.length - 1 + (technicalStops ? 1 : 0)] ?? 0.9) *
    (flights.some(({ flight, carrier }) => carrier !== flight.route.link.airline) ? CODESHARE_FACTOR : 1) *
    (longestWait(itinerary) > NIGHT_WAIT_MINUTES ? NIGHT_WAIT_FACTOR : 1) *
    hourFactor(first.departsLocal) *
    demandFactor(first, today) *
    scarcityFactor(seats) *
    ownMind
  )
}

function longestWait({ flights }: Itinerary): number {
  return flights.reduce((longest, { flight }, at) => {
    const before = flights[at - 1]?.flight
    return before === undefined ? longest : Math.max(longest, flight.departs - before.arrives)
  }, 0)
}

function hourFactor(local: string): number {
  const hour = Number(local.slice(11, 13))
  if (hour < 7 || hour >= 22) return 0.92
  return hour < 10 || (hour >= 17 && hour < 20) ? 1.05 : 1
}

/** The last seats are in the expensive booking classes. */
function scarcityFactor(seats: number): number {
  return seats >= 7 ? 1 : 1 + (7 - seats) * 0.045
}
