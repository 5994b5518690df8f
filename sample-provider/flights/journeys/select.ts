import type { Candidate } from '../fares/candidate.ts'

/**
 * At most `max` candidates: the cheapest, plus the fastest, the cheapest without a change of flights and, in up to half
 * of the list, the cheapest of each seller, so that a short list still shows the variety. Ordered by fare.
 */
export function select(candidates: readonly Candidate[], max: number): Candidate[] {
  const sorted = [...candidates].sort(byFare)
  if (sorted.length <= max) return sorted
  const kept = new Set<Candidate>()
  const [cheapest] = sorted
  const fastest = sorted.reduce<Candidate | undefined>(
    (best, one) => (best && best.minutes <= one.minutes ? best : one),
    undefined,
  )
  for (const one of [cheapest, fastest, sorted.find(({ changes }) => changes === 0)]) if (one) kept.add(one)
  keepFirstOfEachSeller(sorted, kept, Math.ceil(max / 2))
  for (const one of sorted) {
    if (kept.size >= max) break
    kept.add(one)
  }
  return [...kept].slice(0, max).sort(byFare)
}

function keepFirstOfEachSeller(sorted: readonly Candidate[], kept: Set<Candidate>, max: number): void {
  const seen = new Set([...kept].map(({ seller }) => seller))
  for (const one of sorted) {
    if (kept.size >= max) return
    if (seen.has(one.seller)) continue
    seen.add(one.seller)
    kept.add(one)
  }
}

function byFare(a: Candidate, b: Candidate): number {
  return a.usd - b.usd || (a.key < b.key ? -1 : 1)
}
