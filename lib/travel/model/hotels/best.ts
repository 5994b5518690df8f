import type { Board, HotelResult } from '#runner/contract/capabilities/hotel-result.ts'

export const bestHotelWeights = { price: 50, location: 20, stars: 20, terms: 10 } as const

/** The distance from the centre at which the location score is one half. */
const HALF_WAY_KM = 3
const boardsWithBreakfast: readonly (Board | undefined)[] = ['breakfast', 'half_board', 'full_board', 'all_inclusive']

/**
 * The value score of a hotel, 0 to 100, from its comparable total: the weighted sum of four parts from 0 to 1. Price:
 * the lowest price of the whole list, before filtering, divided by this total. Location: 1 in the centre, a half at
 * three kilometres. Stars: a fifth for each. Terms: a half for free cancellation, a half for breakfast. Unknown facts
 * count as zero.
 *
 * @param isFree whether cancelling is still free; by default, whether it was when the provider answered
 */
export function bestHotelScore(
  hotel: HotelResult,
  lowestPrice: number,
  total = hotel.price.amount,
  isFree = hotel.cancellation?.kind === 'free',
): number {
  const { distance_km, stars = 0, board } = hotel
  const terms = (isFree ? 0.5 : 0) + (boardsWithBreakfast.includes(board) ? 0.5 : 0)
  return (
    bestHotelWeights.price * Math.min(1, lowestPrice / total) +
    bestHotelWeights.location * (distance_km === undefined ? 0 : HALF_WAY_KM / (HALF_WAY_KM + distance_km)) +
    bestHotelWeights.stars * (stars / 5) +
    bestHotelWeights.terms * terms
  )
}
