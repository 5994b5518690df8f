import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'

/** A score on the scale of ten that pages use for every provider, with one decimal, and its word. */
interface GuestScore {
  value: number
  word: 'excellent' | 'veryGood' | 'good' | 'fair' | 'poor'
  count: number | undefined
}

const words = [
  [9, 'excellent'],
  [8, 'veryGood'],
  [7, 'good'],
  [5, 'fair'],
] as const

/** From here on, a row marks the score. */
export const HIGH_SCORE = 8.5

export function guestScore({ score }: Pick<HotelResult, 'score'>): GuestScore | undefined {
  if (score === undefined) return undefined
  const value = Math.round((score.value / score.best) * 100) / 10
  return { value, word: words.find(([from]) => value >= from)?.[1] ?? 'poor', count: score.count }
}
