import * as z from 'zod'
import { startOf } from '#lib/agents/server/limits/usage-limits.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Clock } from '#runner/core/ports.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Longer than the longest range of the page. */
const keptDays = 100
/** For so many past days, an end may still be recorded. */
const settlingDays = 2
/** The rows of a day that its sum lists. */
const listedRows = 100

const Figure = z.number().nullable()
const Sums = z.strictObject({
  executions: z.int(),
  failed: z.int(),
  unmeasured: z.int(),
  run_ms: Figure,
  fuel: Figure,
  host_calls: Figure,
  bytes: Figure,
  tokens: Figure,
})
export type Sums = z.infer<typeof Sums>

const RankedRow = z.tuple([/* owner */ z.string(), /* skill */ z.string(), /* fuel */ Figure, /* executions */ z.int()])
export type RankedRow = z.infer<typeof RankedRow>

/** The sum of one day: of all its rows, the rows that computed the most, and the number of all. */
export const StoredSum = z.strictObject({ total: Sums, most: z.array(RankedRow), rows: z.int() })
export type StoredSum = z.infer<typeof StoredSum>

/** The figures of rows of `usage_days`, added up. */
export const sumsOf = Prisma.sql`
  coalesce(sum(executions), 0)::int as executions, coalesce(sum(failed), 0)::int as failed,
  coalesce(sum(unmeasured), 0)::int as unmeasured, sum(run_ms)::float8 as run_ms, sum(fuel)::float8 as fuel,
  sum(host_calls)::float8 as host_calls, sum(bytes)::float8 as bytes, sum(tokens)::float8 as tokens`

/** Selects `day`, `total`, `most` and `rows` of each of these days that has rows. Reads all rows of these days. */
export const selectSums = (days: readonly string[]): Prisma.Sql => Prisma.sql`
  select summed.day, to_jsonb(summed) - 'day' - 'rows' as total, summed.rows, (
    select jsonb_agg(jsonb_build_array(owner, skill, fuel, executions)) from (
      select owner, skill, fuel, executions from usage_days where day = summed.day
      order by fuel desc nulls last, executions desc, owner, skill limit ${listedRows}
    ) as listed
  ) as most
  from (
    select day, ${sumsOf}, count(*)::int as rows from usage_days where day = any(${days}::date[]) group by day
  ) as summed`

/** Stores the sums of the past days that lack them, and again of the latest ones. */
export async function sumUpUsage({ db, clock }: { db: DatabaseClient; clock: Pick<Clock, 'now'> }): Promise<void> {
  const today = startOf(clock.now(), dayMs)
  const past = Array.from({ length: keptDays }, (_, at) => today - (at + 1) * dayMs)
  const settled = new Date(today - settlingDays * dayMs)
  const rows = await db.usageSum.findMany({ where: { day: { lt: settled } }, select: { day: true } })
  const stored = new Set(rows.map(({ day }) => day.getTime()))
  const left = past.filter((day) => !stored.has(day)).map((day) => new Date(day).toISOString().slice(0, 10))
  await db.$executeRaw`
    insert into usage_sums (day, total, most, rows) select day, total, most, rows from (${selectSums(left)}) as counted
    on conflict (day) do update set total = excluded.total, most = excluded.most, rows = excluded.rows`
}

/** Two sums together. What neither measured stays unknown. */
export const addSums = (a: Sums, b: Sums): Sums => ({
  executions: a.executions + b.executions,
  failed: a.failed + b.failed,
  unmeasured: a.unmeasured + b.unmeasured,
  run_ms: addFigures(a.run_ms, b.run_ms),
  fuel: addFigures(a.fuel, b.fuel),
  host_calls: addFigures(a.host_calls, b.host_calls),
  bytes: addFigures(a.bytes, b.bytes),
  tokens: addFigures(a.tokens, b.tokens),
})

const addFigures = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : a + b)
