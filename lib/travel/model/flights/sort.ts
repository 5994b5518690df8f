import type { Order } from '../results/sort-by-measures.ts'
import { type BestReference, bestFlightScore } from './best.ts'
import type { FlightItem } from './filters.ts'

export const flightSorts = ['best', 'price', 'duration', 'departure'] as const
export type FlightSort = (typeof flightSorts)[number]

/** @param reference of the whole list, before filtering */
export function flightOrder(by: FlightSort, reference: BestReference): Order<FlightItem> {
  return { measuresOf: (row) => measuresOf(row, by, reference), keyOf: ({ itinerary }) => itinerary.key }
}

function measuresOf({ itinerary, offer }: FlightItem, by: FlightSort, reference: BestReference): number[] {
  const [price, bare] = [offer.due.amount, offer.flight.price.amount]
  const { minutes, departureMs } = itinerary
  switch (by) {
    case 'best':
      return [-bestFlightScore(itinerary, price, reference), price, bare, minutes, departureMs]
    case 'price':
      return [price, bare, minutes, departureMs]
    case 'duration':
      return [minutes, price, bare, departureMs]
    case 'departure':
      return [departureMs, price, bare, minutes]
  }
}
