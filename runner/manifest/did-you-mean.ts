import { editDistance } from '../core/edit-distance.ts'

const longestCompared = 64

/**
 * The candidate that `word` most likely means. `undefined`: every candidate differs in over a third of its letters.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestCompared) return undefined
  const plain = (text: string): string => text.toLowerCase().replaceAll('-', '_')
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const limit = Math.max(1, Math.floor(candidate.length / 3))
    const distance = editDistance(plain(word), plain(candidate), limit)
    if (distance < bestDistance && distance <= limit) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The remedy for a word that is not a candidate. `otherwise`: if no candidate is meant. */
export function didYouMean(word: string, candidates: readonly string[], otherwise: string): string {
  const meant = closest(word, candidates)
  return meant === undefined ? otherwise : `did you mean "${meant}"?`
}

/** The candidate that `word` misspells: at most two edits away, but not equal. */
export function mistyped(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestCompared || candidates.includes(word)) return undefined
  return candidates.find((candidate) => editDistance(word, candidate, 2) <= 2)
}
