import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { isFailed } from '../executions/execution-row.ts'
import type { OwnerCounts } from './owner-counts.ts'

/** The time from `from` (inclusive) to `to` (exclusive), in ms. */
export type Slot = { readonly from: number; readonly to: number }

export type SlotCounts = { readonly from: Date; readonly counts: readonly OwnerCounts[] }

export const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs
export const hourOf = (time: number): number => Math.floor(time / hourMs) * hourMs
export const dayOf = (time: number): number => Math.floor(time / dayMs) * dayMs

const owner = Prisma.sql`case when e.skill = ${scriptName} then e.principal_id else '' end`
/** A duration with two digits, rounded down. More digits make a stored hour several times as large. */
const shownMs = Prisma.sql`case when ms < 100 then ms when ms < 1000 then ms / 10 * 10
  when ms < 10000 then ms / 100 * 100 else ms / 1000 * 1000 end`

/**
 * Selects `slot` and `counts` of the slots with executions. The slots must be in order and must not overlap. Adjacent
 * slots become one range with constant bounds: a join with the slots would compare each execution with each slot.
 */
function selectCounts(slots: readonly Slot[]): Prisma.Sql {
  const starts = slots.map(({ from }) => isoOf(from))
  const ranges = rangesOf(slots).map(
    ({ from, to }) =>
      Prisma.sql`(e.started_at >= ${isoOf(from)}::timestamptz and e.started_at < ${isoOf(to)}::timestamptz)`,
  )
  return Prisma.sql`
    select slot, json_agg(json_build_array(owner, executions, failed, durations)) as counts
    from (
      select slot, owner, sum(n) as executions, sum(f) as failed,
        coalesce(json_agg(json_build_array(shown, n)) filter (where shown is not null), '[]') as durations
      from (
        select slot, owner, ${shownMs} as shown, count(*) as n, count(*) filter (where failed) as f
        from (
          select (${starts}::timestamptz[])[width_bucket(e.started_at, ${starts}::timestamptz[])] as slot,
            ${owner} as owner, ${isFailed} as failed, coalesce(s.execution_ms, e.query_time_ms) as ms
          from executions e left join script_executions s on s.id = e.id
          where ${Prisma.join(ranges, ' or ')}
        ) as read
        group by slot, owner, shown
      ) as by_duration
      group by slot, owner
    ) as by_owner
    group by slot`
}

const isoOf = (time: number): string => new Date(time).toISOString()

function rangesOf(slots: readonly Slot[]): Slot[] {
  const ranges: Slot[] = []
  for (const slot of slots) {
    const last = ranges.at(-1)
    if (last?.to === slot.from) ranges[ranges.length - 1] = { from: last.from, to: slot.to }
    else ranges.push(slot)
  }
  return ranges
}

export async function countSlots(db: DatabaseClient, slots: readonly Slot[]): Promise<readonly SlotCounts[]> {
  if (slots.length === 0) return []
  return parsed(
    await db.$queryRaw<CountsText[]>`
    select slot as from, counts::text from (${selectCounts(slots)}) as counted`,
  )
}

/** A stored or counted slot, as a text: Prisma takes five times as long to read as many values of JSON. */
export type CountsText = { readonly from: Date; readonly counts: string }

export const parsed = (rows: readonly CountsText[]): readonly SlotCounts[] =>
  rows.map(({ from, counts }) => ({ from, counts: JSON.parse(counts) }))

/** The same counts with no durations, which take most of the time to parse. */
export const withoutDurations = ({ from, counts }: CountsText): CountsText => ({
  from,
  counts: counts.replaceAll(/\[(\[\d+,\d+\],?)+\]/g, '[]'),
})
