/** In a table of signs: this sign ends a run. */
export const ends = 0xff

export type Run = { readonly start: number; readonly end: number }

/**
 * The runs of `least` or more signs, none of which ends a run. Sampling every `least` signs suffices, because every
 * long run contains a sample.
 */
export function longRuns(
  signs: Uint16Array | Uint8Array,
  { start, end }: Run,
  least: number,
  table: Uint8Array,
): readonly Run[] {
  const runs: Run[] = []
  for (let at = start + least - 1, from = start; at < end; ) {
    let first = at
    while (first >= from && table[signs[first] ?? 0] !== ends) first -= 1
    first += 1
    if (first > at) {
      from = first
      at += least
      continue
    }
    let last = at + 1
    while (last < end && table[signs[last] ?? 0] !== ends) last += 1
    if (last - first >= least) runs.push({ start: first, end: last })
    from = last
    at = last + least
  }
  return runs
}
