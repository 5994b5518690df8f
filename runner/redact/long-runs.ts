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

/**
 * The stretches of `least` or more places of `length` in which every place is `inside`. Looks at every `least`th place,
 * and beside it only if it is inside.
 */
export function longStretches(
  length: number,
  least: number,
  inside: (at: number) => boolean,
  take: (from: number, to: number) => void,
): void {
  for (let sample = least - 1, last = 0; sample < length; sample += least) {
    if (!inside(sample)) continue
    let from = sample
    while (from > last && inside(from - 1)) from -= 1
    last = sample + 1
    while (last < length && inside(last)) last += 1
    if (last - from >= least) take(from, last)
    sample = last
  }
}
