import { hash32, shareOf } from '../flights/market/draw.ts'
import type { Hotel } from './inventory/generate-hotels.ts'

/** The share of hotels that guests have rated. */
const RATED = 0.86

/** What the guests of a hotel say, as the provider writes it. Some hotels have no reviews. */
export function writeSentiment({ hotelId, dupeId, stars, quality }: Hotel) {
  const key = String(dupeId)
  if (shareOf('rated', key) >= RATED) return []
  const overallRating = Math.round(Math.min(98, 58 + stars * 3 + quality * 12 + shareOf('guests', key) * 12))
  const numberOfRatings = 12 + (hash32('ratings', key) % 2600)
  const numberOfReviews = Math.ceil(numberOfRatings * 0.8)
  return [{ type: 'hotelSentiment', hotelId, overallRating, numberOfRatings, numberOfReviews }]
}
