import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Figures } from '../../model/console-overview.ts'
import { countSlots, hourMs, hourOf, type OwnerCounts, type Slot, type SlotCounts } from './slot-counts.ts'

/** One owner's executions in one bar. `owner`: a profile id, or empty without a profile. `bucket`: the bar, from 0. */
export type BarCount = {
  readonly owner: string
  readonly bucket: number
  readonly executions: number
  readonly failed: number
}
/** `owner`: null for all owners together. */
export type OwnerFigures = Figures & { readonly owner: string | null }

type Counted = { readonly bars: readonly BarCount[]; readonly figures: readonly OwnerFigures[] }

/**
 * Counts the executions of each bar and owner, and computes the figures of each owner and of all together. Uses the
 * stored counts of an hour; reads the executions if the hour is not stored or belongs to two bars.
 */
export async function countExecutions(db: DatabaseClient, starts: readonly number[], now: number): Promise<Counted> {
  const [since = now] = starts
  const stored: SlotCounts[] = await db.$queryRaw<SlotCounts[]>`
    select hour as from, counts from execution_hours where hour >= ${new Date(since)}`
  const borders = new Set(starts.map(hourOf).filter((hour, index) => hour !== starts[index]))
  const usable = stored.filter(({ from }) => !borders.has(from.getTime()))
  const known = new Set(usable.map(({ from }) => from.getTime()))
  const read = await countSlots(db, slotsBetween(starts, now, known))
  return addUp([...usable, ...read], starts)
}

/** Slots for the time since the first bar, except the known hours. Each is in one bar, and the last contains `now`. */
function slotsBetween(starts: readonly number[], now: number, known: ReadonlySet<number>): Slot[] {
  const [since = now] = starts
  const edges = new Set(starts)
  for (let hour = hourOf(since) + hourMs; hour <= hourOf(now) + hourMs; hour += hourMs) edges.add(hour)
  const times = [...edges].sort((a, b) => a - b)
  return times.slice(0, -1).flatMap((from, index) => {
    const to = times[index + 1]
    return to === undefined || known.has(from) ? [] : [{ from, to }]
  })
}

function addUp(slots: readonly SlotCounts[], starts: readonly number[]): Counted {
  const bars = new Map<string, { owner: string; bucket: number; executions: number; failed: number }>()
  const owners = new Map<string | null, Tally>()
  for (const { from, counts } of slots) {
    const bucket = starts.findLastIndex((start) => start <= from.getTime())
    for (const one of counts) {
      const [owner, executions, failed] = one
      const key = `${bucket} ${owner}`
      const bar = bars.get(key) ?? { owner, bucket, executions: 0, failed: 0 }
      bars.set(key, { ...bar, executions: bar.executions + executions, failed: bar.failed + failed })
      for (const name of [owner, null]) {
        const tally = owners.get(name) ?? { executions: 0, failed: 0, durations: new Map<number, number>() }
        owners.set(name, tally)
        add(tally, one)
      }
    }
  }
  return {
    bars: [...bars.values()],
    figures: [...owners].map(([owner, { executions, failed, durations }]) => {
      const sorted = [...durations].sort(([a], [b]) => a - b)
      return { owner, executions, failed, p50_ms: percentileOf(sorted, 0.5), p95_ms: percentileOf(sorted, 0.95) }
    }),
  }
}

type Tally = { executions: number; failed: number; readonly durations: Map<number, number> }

function add(tally: Tally, [, executions, failed, durations]: OwnerCounts): void {
  tally.executions += executions
  tally.failed += failed
  for (const [ms, count] of durations) tally.durations.set(ms, (tally.durations.get(ms) ?? 0) + count)
}

/** The smallest duration that at least `share` of the executions do not exceed. Null if there are no durations. */
function percentileOf(sorted: readonly (readonly [number, number])[], share: number): number | null {
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  let upto = 0
  for (const [ms, count] of sorted) {
    upto += count
    if (upto >= share * all) return ms
  }
  return null
}
