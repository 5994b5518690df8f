import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Figures } from '../../model/console-overview.ts'
import { addDurations, type Durations } from './owner-counts.ts'
import {
  type CountsText,
  countSlots,
  dayMs,
  dayOf,
  hourMs,
  hourOf,
  parsed,
  type Slot,
  type SlotCounts,
  withoutDurations,
} from './slot-counts.ts'

/** One owner's executions in one bar. `owner`: as in `OwnerCounts`. `bucket`: the bar, from 0. */
export type BarCount = {
  readonly owner: string
  readonly bucket: number
  executions: number
  failed: number
}
/** `owner`: null for all owners together. */
export type OwnerFigures = Figures & { readonly owner: string | null }

type Counted = { readonly bars: readonly BarCount[]; readonly figures: readonly OwnerFigures[] }

/**
 * Counts the executions of each bar and owner, and computes the figures of each owner and of all together. Adds the
 * stored days that are in one bar, then the stored hours; reads the executions if the hour is not stored or belongs to
 * two bars. Durations belong to no bar, so those of a stored day are added at once, whatever its bars.
 */
export async function countExecutions(db: DatabaseClient, starts: readonly number[], now: number): Promise<Counted> {
  const [since = now] = starts
  const cut = new Set(starts.filter((start) => start !== dayOf(start)).map(dayOf))
  const days = await db.$queryRaw<CountsText[]>`
    select day as from, counts::text from execution_days where day >= ${new Date(since)}`
  const stored = new Set(days.map(({ from }) => from.getTime()))
  const whole = [...stored].filter((day) => !cut.has(day))
  const hours = await db.$queryRaw<CountsText[]>`
    select hour as from, counts::text from execution_hours
    where hour >= ${new Date(since)} and not date_trunc('day', hour, 'UTC') = any(${whole.map(isoOf)}::timestamptz[])`
  const borders = new Set(starts.map(hourOf).filter((hour, index) => hour !== starts[index]))
  const usable = hours.filter(({ from }) => !borders.has(from.getTime()))
  const known = new Set([...usable.map(({ from }) => from.getTime()), ...whole.flatMap(hoursOf)])
  const read = await countSlots(db, slotsBetween(starts, now, known))
  const isOfStoredDay = ({ from }: { readonly from: Date }) => stored.has(dayOf(from.getTime()))
  const ofDays = parsed(days)
  const ofHours = parsed(usable.map((one) => (isOfStoredDay(one) ? withoutDurations(one) : one)))
  return addUp(
    [...ofDays.filter(({ from }) => !cut.has(from.getTime())), ...ofHours, ...read],
    [...ofDays, ...ofHours, ...read.filter((one) => !isOfStoredDay(one))],
    starts,
  )
}

const isoOf = (time: number): string => new Date(time).toISOString()

const hoursOf = (day: number): number[] => Array.from({ length: dayMs / hourMs }, (_, hour) => day + hour * hourMs)

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

/**
 * @param counted the slots whose executions are counted: each is in one bar
 * @param timed the slots whose durations are added: none overlaps another
 */
function addUp(counted: readonly SlotCounts[], timed: readonly SlotCounts[], starts: readonly number[]): Counted {
  const owners = new Map<string, Tally>()
  const tallyOf = (owner: string): Tally => {
    const tally = owners.get(owner) ?? { bars: new Map(), durations: new Map() }
    owners.set(owner, tally)
    return tally
  }
  for (const { from, counts } of counted) {
    const at = from.getTime()
    const bucket = starts.findLastIndex((start) => start <= at)
    for (const [owner, executions, failed] of counts) {
      const { bars } = tallyOf(owner)
      const bar = bars.get(bucket) ?? { owner, bucket, executions: 0, failed: 0 }
      bars.set(bucket, bar)
      bar.executions += executions
      bar.failed += failed
    }
  }
  for (const [owner, , , durations] of timed.flatMap(({ counts }) => counts)) {
    addDurations(tallyOf(owner).durations, durations)
  }
  const tallies = [...owners.values()]
  const bars = tallies.flatMap((tally) => [...tally.bars.values()])
  // All owners together are summed up last, from the owners: to add each slot twice would take twice the time.
  const all: Durations = new Map()
  for (const { durations } of tallies) addDurations(all, durations)
  return {
    bars,
    figures: [
      ...[...owners].map(([owner, tally]) => figuresOf(owner, [...tally.bars.values()], tally.durations)),
      figuresOf(null, bars, all),
    ],
  }
}

type Tally = { readonly bars: Map<number, BarCount>; readonly durations: Durations }

function figuresOf(owner: string | null, bars: readonly BarCount[], durations: Durations): OwnerFigures {
  const sorted = [...durations].sort(([a], [b]) => a - b)
  const sum = (of: 'executions' | 'failed') => bars.reduce((total, bar) => total + bar[of], 0)
  const [p50_ms, p95_ms] = [percentileOf(sorted, 0.5), percentileOf(sorted, 0.95)]
  return { owner, executions: sum('executions'), failed: sum('failed'), p50_ms, p95_ms }
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
