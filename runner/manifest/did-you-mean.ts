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

/**
 * The number of edits (insert, delete, replace, swap neighbours) from `a` to `b`, or `limit + 1` if it exceeds `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let best = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped =
        i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      row.push(cost)
      if (cost < best) best = cost
    }
    if (best > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length] ?? 0, limit + 1)
}
