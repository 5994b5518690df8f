import type { Bucket, ConsoleOverview, Figures, Series } from '../../model/console-overview.ts'
import type { BarCount, OwnerFigures } from './count-executions.ts'
import { others as unnamed } from './owner-counts.ts'

/** The maximum of profiles with their own series, because a reader cannot distinguish more series in a bar. */
const maxProfiles = 5
const nothing: Figures = { executions: 0, failed: 0, p50_ms: null, p95_ms: null }

type Drawn = Pick<ConsoleOverview, 'buckets' | 'series' | 'total'>

/**
 * The bars and the table below them: searches, the busiest profiles, and all other profiles together. A profile has its
 * id as its name.
 */
export function drawSeries(
  starts: readonly number[],
  bars: readonly BarCount[],
  figures: readonly OwnerFigures[],
): Drawn {
  const profiles = figures
    .flatMap(({ owner, ...rest }) => (owner && owner !== unnamed ? [{ owner, ...rest }] : []))
    .sort((a, b) => b.executions - a.executions || (a.owner < b.owner ? -1 : 1))
  const shown = profiles.slice(0, maxProfiles)
  // How many profiles stored counts add up is unknown.
  const stored = figures.filter(({ owner }) => owner === unnamed)
  const others = [...profiles.slice(maxProfiles), ...stored]
  const series: Series[] = [
    { kind: 'searches', id: '', name: 'Without a profile', ...figuresOf(figures, '') },
    ...shown.map(({ owner, ...rest }) => ({ kind: 'profile' as const, id: owner, name: owner, ...rest })),
  ]
  if (others.length > 0) {
    // Omits percentiles, because they cannot be computed from the percentiles of the single profiles.
    const sum = (pick: (one: Figures) => number) => others.reduce((all, one) => all + pick(one), 0)
    const counts = { executions: sum((one) => one.executions), failed: sum((one) => one.failed) }
    const count = stored.length > 0 ? 'Other' : `${others.length} other`
    const name = `${count} ${count === '1 other' ? 'profile' : 'profiles'}`
    series.push({ kind: 'others', id: '', name, ...nothing, ...counts })
  }
  const places = new Map([['', 0], ...shown.map(({ owner }, index) => [owner, index + 1] as const)])
  const buckets: Bucket[] = starts.map((start) => {
    return { from: new Date(start).toISOString(), counts: series.map(() => 0), failed: 0 }
  })
  for (const { owner, bucket, executions, failed } of bars) {
    const bar = buckets[bucket]
    if (bar === undefined) continue
    const place = places.get(owner) ?? series.length - 1
    bar.counts[place] = (bar.counts[place] ?? 0) + executions
    bar.failed += failed
  }
  return { buckets, series, total: figuresOf(figures, null) }
}

function figuresOf(all: readonly OwnerFigures[], wanted: string | null): Figures {
  const found = all.find(({ owner }) => owner === wanted)
  if (!found) return nothing
  const { owner: _, ...figures } = found
  return figures
}
