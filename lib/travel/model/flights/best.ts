import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { shownAmount } from './fare-due.ts'
import type { Itinerary } from './itinerary.ts'

export const bestFlightWeights = { price: 50, time: 30, ease: 15, hour: 5 } as const

/** The reference values of a score: the lowest price and the shortest time of the whole list, before filtering. */
export interface BestReference {
  lowestPrice: number
  shortestMinutes: number
}

const STOP_COST = 0.25
const WAIT_HOUR_COST = 0.05
const [DAY_START, DAY_END] = [7 * 60, 21 * 60]

export function bestReference(itineraries: readonly Itinerary[]): BestReference {
  const known = itineraries.filter(({ fares }) => fares[0].due.kind !== 'unknown')
  return {
    // Without any known total, the bare fares decide on the decimals of the list.
    lowestPrice: Math.min(...(known.length > 0 ? known : itineraries).map(({ fares }) => shownAmount(fares[0]))),
    shortestMinutes: Math.min(...itineraries.map(({ minutes }) => minutes)),
  }
}

/**
 * The score of an offer, 0 to 100: the weighted sum of four parts from 0 to 1. Price: the lowest price divided by this
 * price, which is 0 for an unknown (infinite) price. Time: the shortest time divided by this time. Ease: 1, less a quarter for each stop and a twentieth for each
 * hour of waiting, averaged over the directions. Hour: the share of directions that depart from 7:00 to 21:00.
 */
export function bestFlightScore(itinerary: Itinerary, price: number, reference: BestReference): number {
  const { legs, times, minutes } = itinerary
  return (
    bestFlightWeights.price * Math.min(1, reference.lowestPrice / price) +
    bestFlightWeights.time * Math.min(1, reference.shortestMinutes / minutes) +
    (bestFlightWeights.ease * legs.reduce((sum, leg) => sum + easeOf(leg), 0)) / legs.length +
    (bestFlightWeights.hour * times.filter(({ departure }) => departure >= DAY_START && departure <= DAY_END).length) /
      times.length
  )
}

function easeOf({ stops, layovers }: FlightLeg): number {
  const waitHours = layovers.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0) / 60
  return Math.max(0, 1 - STOP_COST * stops - WAIT_HOUR_COST * waitHours)
}
