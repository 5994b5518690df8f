import type { Airline } from '../market/airlines.ts'
import { arePartners } from '../market/partnerships.ts'
import type { Flight } from '../market/timetable.ts'

/** A flight under the number that it is sold by: the airline's own or a partner's. */
export interface SoldFlight {
  flight: Flight
  carrier: Airline
  number: string
}

/** A way to travel in one direction, as one airline sells it. */
export interface Itinerary {
  flights: readonly [SoldFlight, ...SoldFlight[]]
  /** The airline that issues the ticket. */
  seller: Airline
  /** Minutes since 1970 UTC. */
  departs: number
  arrives: number
  km: number
  /** Says which flights under which numbers; no two itineraries of a search share it. */
  key: string
}

export type Flights = readonly [Flight, ...Flight[]]

const MOST_SELLERS = 3

/** The ways in which airlines sell the same flights: the one that flies them, and partners under their own numbers. */
export function soldAs(flights: Flights): Itinerary[] {
  const sellers = new Set<Airline>()
  // Who flies the longest part sells first; a partner of it that flies another part or shares the number, too.
  const byLength = [...flights].sort((a, b) => b.minutes - a.minutes)
  for (const { route } of byLength) sellers.add(route.link.airline)
  const [main] = byLength
  for (const { airline } of main?.codeshares ?? []) sellers.add(airline)
  return [...sellers].slice(0, MOST_SELLERS).flatMap((seller) => {
    const sold = flights.map((flight) => soldBy(seller, flight))
    const [first, ...rest] = sold.flatMap((one) => one ?? [])
    if (first === undefined || rest.length + 1 < flights.length) return []
    return [itineraryOf([first, ...rest], seller)]
  })
}

/** Its own flight, a partner's under its number where it has one, else under the partner's. */
function soldBy(seller: Airline, flight: Flight): SoldFlight | undefined {
  const { airline } = flight.route.link
  if (airline === seller) return { flight, carrier: airline, number: flight.number }
  const shared = flight.codeshares.find((other) => other.airline === seller)
  if (shared !== undefined) return { flight, carrier: seller, number: shared.number }
  return arePartners(seller.code, airline.code) ? { flight, carrier: airline, number: flight.number } : undefined
}

function itineraryOf(flights: Itinerary['flights'], seller: Airline): Itinerary {
  const last = flights.at(-1) ?? flights[0]
  return {
    flights,
    seller,
    departs: flights[0].flight.departs,
    arrives: last.flight.arrives,
    km: flights.reduce((sum, { flight }) => sum + flight.route.link.km, 0),
    key: `${seller.code}:${flights.map(({ carrier, number, flight }) => carrier.code + number + flight.date).join()}`,
  }
}
