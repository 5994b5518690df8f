import { sortByMeasures } from '../results/sort-by-measures.ts'
import { type BestReference, bestFlightScore } from './best.ts'
import type { FlightItem } from './narrow.ts'

export const flightSorts = ['best', 'price', 'duration', 'departure'] as const
export type FlightSort = (typeof flightSorts)[number]

/** A sorted copy. The order of equal flights does not depend on the input order. */
export function sortFlights(rows: readonly FlightItem[], by: FlightSort, reference: BestReference): FlightItem[] {
  return sortByMeasures(
    rows,
    (row) => measuresOf(row, by, reference),
    ({ itinerary }) => itinerary.key,
  )
}

function measuresOf({ itinerary, offer }: FlightItem, by: FlightSort, reference: BestReference): number[] {
  const price = offer.flight.price.amount
  const { minutes, departureMs } = itinerary
  switch (by) {
    case 'best':
      return [-bestFlightScore(itinerary, price, reference), price, minutes, departureMs]
    case 'price':
      return [price, minutes, departureMs]
    case 'duration':
      return [minutes, price, departureMs]
    case 'departure':
      return [departureMs, price, minutes]
  }
}
