import type { Airline } from '../market/airlines.ts'
import { arePartners } from '../market/partnerships.ts'
import type { Flight } from '../market/timetable.ts'

/** A flight under its sold number: the airline's own or a partner's. */
export interface SoldFlight {
  flight: Flight
  carrier: Airline
  number: string
}

/** An itinerary in one direction, as one airline sells it. */
export interface Itinerary {
  flights: readonly [SoldFlight, ...SoldFlight[]]
  /** The airline that issues the ticket. */
  seller: Airline
  /** Minutes since 1970 UTC. */
  departs: number
  arrives: number
  km: number
  /** Identifies the flights and their numbers; unique among the itineraries of a search. */
  key: string
}

export type Flights = readonly [Flight, ...Flight[]]

const MAX_SELLERS = 3

/** The same flights as up to three airlines sell them, each under its own or its partners' flight numbers. */
export function soldAs(flights: Flights): Itinerary[] {
  const sellers = new Set<Airline>()
  // Sellers: the airline of the longest flight, those of the other flights, and codeshare partners of the longest one.
  const byLength = [...flights].sort((a, b) => b.minutes - a.minutes)
  for (const { route } of byLength) sellers.add(route.link.airline)
  const [main] = byLength
  for (const { airline } of main?.codeshares ?? []) sellers.add(airline)
  return [...sellers].slice(0, MAX_SELLERS).flatMap((seller) => {
    const sold = flights.map((flight) => soldBy(seller, flight))
    const [first, ...rest] = sold.flatMap((one) => one ?? [])
    if (first === undefined || rest.length + 1 < flights.length) return []
    return [itineraryOf([first, ...rest], seller)]
  })
}

/**
 * The flight as `seller` sells it: under the seller's own number, or else, if the flight's airline is a partner, under
 * the number of that airline. `undefined`: `seller` does not sell it.
 */
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
