import type { FlightLeg, FlightResult } from '#runner/contract/flights.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { parseOffsetTime } from '../travel/offset-time.ts'

/** A flight result with what the page knows of its origin. `key` is unique in a list and goes in the address. */
export interface Offer {
  key: string
  flight: FlightResult
  /** The skill that was asked. */
  source: string
  data: DataLabel
  cached: boolean
  fetchedAtMs: number
}

export const sorts = ['price', 'duration', 'departure'] as const
export type Sort = (typeof sorts)[number]

/** Minutes on the way, all directions together. */
function totalMinutes(flight: FlightResult): number {
  return flight.legs.reduce((sum, leg) => sum + leg.duration_minutes, 0)
}

/** The average per direction, as the sort tabs show it. */
export function averageMinutes(flight: FlightResult): number {
  return Math.round(totalMinutes(flight) / flight.legs.length)
}

const departureMs = (leg: FlightLeg | undefined) =>
  (leg && parseOffsetTime(leg.departure.time)?.instantMs) ?? Number.MAX_SAFE_INTEGER

/** A sorted copy. Equal offers keep one order whatever order they came in; another currency than asked comes last. */
export function sortOffers(offers: readonly Offer[], by: Sort, currency: string): Offer[] {
  const foreign = (offer: Offer) => (offer.flight.price.currency === currency ? 0 : 1)
  const measures: Record<Sort, (offer: Offer) => number> = {
    price: (offer) => offer.flight.price.amount,
    duration: (offer) => totalMinutes(offer.flight),
    departure: (offer) => departureMs(offer.flight.legs[0]),
  }
  const order = [foreign, measures[by], measures.price, measures.duration, measures.departure]
  return offers.toSorted((a, b) => {
    for (const measure of order) {
      const difference = measure(a) - measure(b)
      if (difference !== 0) return difference
    }
    return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
  })
}
