import type { DatabaseClient } from '#lib/db/client.ts'
import { Prisma } from '#lib/db/generated/client.ts'
import { scriptName } from '#runner/script.ts'

/** From `from` to before `to`, in ms. */
export type Slot = { readonly from: number; readonly to: number }

/** The executions of one owner in a slot: of a profile by its id, or, with the empty owner, those without a profile. */
export type OwnerCounts = {
  readonly owner: string
  readonly executions: number
  /** Cancelled ones did what was asked of them. */
  readonly failed: number
  /** `[ms, count]` of the executions with a duration. From a second up, durations are rounded to three digits. */
  readonly durations: readonly (readonly [number, number])[]
}

export type SlotCounts = { readonly from: Date; readonly counts: readonly OwnerCounts[] }

export const hourMs = 60 * 60 * 1000
export const hourOf = (time: number): number => Math.floor(time / hourMs) * hourMs

const owner = Prisma.sql`case when e.skill = ${scriptName} then e.principal_id else '' end`
const isFailed = Prisma.sql`e.status = 'error' and e.error_code is distinct from 'CANCELLED'`
const shownMs = Prisma.sql`case when ms < 1000 then ms when ms < 10000 then ms / 10 * 10 else ms / 100 * 100 end`

/**
 * Selects `slot` and `counts` of the slots with executions. Each slot is a range of an index, so only their executions
 * are read.
 */
export function selectCounts(slots: readonly Slot[]): Prisma.Sql {
  const from = slots.map((slot) => new Date(slot.from).toISOString())
  const to = slots.map((slot) => new Date(slot.to).toISOString())
  return Prisma.sql`
    select slot, jsonb_agg(jsonb_build_object(
      'owner', owner, 'executions', executions, 'failed', failed, 'durations', durations)) as counts
    from (
      select slot, owner, sum(n) as executions, sum(f) as failed,
        coalesce(jsonb_agg(jsonb_build_array(shown, n)) filter (where shown is not null), '[]') as durations
      from (
        select slot, owner, ${shownMs} as shown, count(*) as n, count(*) filter (where failed) as f
        from (
          select slots.from_at as slot, ${owner} as owner, ${isFailed} as failed,
            coalesce(s.execution_ms, e.query_time_ms) as ms
          from unnest(${from}::timestamptz[], ${to}::timestamptz[]) as slots(from_at, to_at)
            join executions e on e.started_at >= slots.from_at and e.started_at < slots.to_at
            left join script_executions s on s.id = e.id
        ) as read
        group by slot, owner, shown
      ) as by_duration
      group by slot, owner
    ) as by_owner
    group by slot`
}

export async function countSlots(db: DatabaseClient, slots: readonly Slot[]): Promise<readonly SlotCounts[]> {
  if (slots.length === 0) return []
  return db.$queryRaw<SlotCounts[]>`select slot as from, counts from (${selectCounts(slots)}) as counted`
}
