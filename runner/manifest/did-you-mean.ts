/** The number of edits (insert, delete, replace, swap neighbours) between `a` and `b`. Both are short. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? cost) + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}

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
    const distance = editDistance(plain(word), plain(candidate))
    if (distance < bestDistance && distance <= Math.max(1, Math.floor(candidate.length / 3))) {
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
  return candidates.find((candidate) => editDistance(word, candidate) <= 2)
}
