import type { DatabaseClient } from '#lib/db/client.ts'
import { Prisma } from '#lib/db/generated/client.ts'
import type { Figures } from '#lib/shared/console-overview.ts'
import { scriptName } from '#runner/script.ts'

/** By profile id; executions without a profile have the empty owner. `bucket`: from 0. */
export type BarCount = {
  readonly owner: string
  readonly bucket: number
  readonly executions: number
  readonly failed: number
}
/** The owner null: all together. */
export type OwnerFigures = Figures & { readonly owner: string | null }

type Row = OwnerFigures & { readonly bucket: number | null }

const owner = Prisma.sql`case when e.skill = ${scriptName} then e.principal_id else '' end`
/** A cancelled execution did what was asked of it. */
const isFailed = Prisma.sql`(e.status = 'error' and e.error_code is distinct from 'CANCELLED')`
/** As exact as it is shown: three digits or more. It keeps the number of groups small. */
const shownMs = Prisma.sql`case when ms < 1000 then ms when ms < 10000 then ms / 10 * 10 else ms / 100 * 100 end`

/**
 * Counts the executions of each bar and owner, and measures each owner and all together. One pass over the rows, because
 * reading 100,000 of them is most of the work; the percentiles come from the counts by duration.
 */
export async function countExecutions(
  db: DatabaseClient,
  starts: readonly number[],
): Promise<{ readonly bars: readonly BarCount[]; readonly figures: readonly OwnerFigures[] }> {
  const times = starts.map((start) => new Date(start).toISOString())
  const rows = await db.$queryRaw<Row[]>`
    with counted as (
      select owner, bucket, shown, grouping(bucket) as without_bucket, count(*) as n, count(*) filter (where failed) as f
      from (
        select owner, bucket, failed, ${shownMs} as shown from (
          select ${owner} as owner, width_bucket(e.started_at, ${times}::timestamptz[]) - 1 as bucket,
            ${isFailed} as failed, coalesce(s.execution_ms, e.query_time_ms) as ms
          from executions e left join script_executions s on s.id = e.id
          where e.started_at >= ${times[0]}::timestamptz
        ) as read
      ) as rounded
      group by grouping sets ((owner, bucket), (owner, shown), (shown))
    ), ranked as (
      select owner, shown, n, f, sum(n) filter (where shown is not null) over (partition by owner order by shown) as upto,
        sum(n) filter (where shown is not null) over (partition by owner) as timed
      from counted where without_bucket = 1
    )
    select owner, bucket, n::int as executions, f::int as failed, null::float as p50_ms, null::float as p95_ms
    from counted where without_bucket = 0
    union all
    select owner, null, sum(n)::int, sum(f)::int,
      min(shown) filter (where upto >= 0.5 * timed)::float, min(shown) filter (where upto >= 0.95 * timed)::float
    from ranked group by owner`
  return {
    bars: rows.flatMap(({ owner: of, bucket, executions, failed }) =>
      of === null || bucket === null ? [] : [{ owner: of, bucket, executions, failed }],
    ),
    figures: rows.flatMap(({ bucket, ...figures }) => (bucket === null ? [figures] : [])),
  }
}
