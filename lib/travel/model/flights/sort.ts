import type { Order } from '../results/sort-by-measures.ts'
import { type BestReference, bestFlightScore } from './best.ts'
import type { FlightItem } from './filters.ts'
import { departureMsOf } from './itinerary.ts'

export const flightSorts = ['best', 'price', 'duration', 'departure'] as const
export type FlightSort = (typeof flightSorts)[number]

/**
 * @param reference of the whole list, before filtering
 * @param direction the one whose travel time and departure count, from 0; by default those of the whole trip
 */
export function flightOrder(by: FlightSort, reference: BestReference, direction?: number): Order<FlightItem> {
  return { measuresOf: (row) => measuresOf(row, by, reference, direction), keyOf: ({ itinerary }) => itinerary.key }
}

function measuresOf(
  { itinerary, offer }: FlightItem,
  by: FlightSort,
  reference: BestReference,
  direction: number | undefined,
): number[] {
  const [price, bare] = [offer.due.amount, offer.flight.price.amount]
  const leg = direction === undefined ? undefined : itinerary.legs[direction]
  const minutes = leg?.duration_minutes ?? itinerary.minutes
  const departureMs = leg ? departureMsOf(leg) : itinerary.departureMs
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
