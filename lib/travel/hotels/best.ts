import type { Board, HotelResult } from '#runner/contract/capabilities/hotel-result.ts'

export const bestHotelWeights = { price: 50, location: 20, stars: 20, terms: 10 } as const

/** At this distance from the centre the location counts half. */
const HALF_WAY_KM = 3
const boardsWithBreakfast: readonly (Board | undefined)[] = ['breakfast', 'half_board', 'full_board', 'all_inclusive']

/**
 * How good the value of a hotel is, 0 to 100: the weighted sum of four parts from 0 to 1. Price: the lowest of the whole
 * list, filtered or not, by this one. Location: 1 in the centre, a half three kilometres from it. Stars: a fifth for each.
 * Terms: a half for free cancellation, a half for breakfast. What is not known counts nothing.
 */
export function bestHotelScore(hotel: HotelResult, lowestPrice: number): number {
  const { price, distance_km, stars = 0, cancellation, board } = hotel
  const terms = (cancellation?.kind === 'free' ? 0.5 : 0) + (boardsWithBreakfast.includes(board) ? 0.5 : 0)
  return (
    bestHotelWeights.price * Math.min(1, lowestPrice / price.amount) +
    bestHotelWeights.location * (distance_km === undefined ? 0 : HALF_WAY_KM / (HALF_WAY_KM + distance_km)) +
    bestHotelWeights.stars * (stars / 5) +
    bestHotelWeights.terms * terms
  )
}
