import { type Airline, arePartners } from '../market/airlines.ts'
import type { Flight } from '../market/timetable.ts'

export type Flights = readonly [Flight, ...Flight[]]

/** An itinerary in one direction, as one airline sells it. */
export interface Itinerary {
  flights: Flights
  /** The airline that issues the ticket. */
  seller: Airline
  /** Minutes since 1970 UTC. */
  departs: number
  arrives: number
  km: number
  /** Identifies the flights and their seller; unique among the itineraries of a search. */
  key: string
}

/** Identifies a flight of a day. */
export const nameOf = ({ route, number, date }: Flight): string => route.link.airline.code + number + date

/** The same flights, once for each of their airlines that is a partner of all others: first that of the longest flight. */
export function soldAs(flights: Flights): Itinerary[] {
  const last = flights.at(-1) ?? flights[0]
  const airlines = [...flights].sort((a, b) => b.minutes - a.minutes).map(({ route }) => route.link.airline)
  const sellers = new Set(airlines.filter((one) => airlines.every(({ code }) => arePartners(one.code, code))))
  return [...sellers].map((seller) => ({
    flights,
    seller,
    departs: flights[0].departs,
    arrives: last.arrives,
    km: flights.reduce((sum, { route }) => sum + route.link.km, 0),
    key: `${seller.code}:${flights.map(nameOf).join()}`,
  }))
}
