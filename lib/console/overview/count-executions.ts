import type { DatabaseClient } from '#lib/db/client.ts'
import { Prisma } from '#lib/db/generated/client.ts'
import type { Figures } from '#lib/shared/console-overview.ts'
import { scriptName } from '#runner/script.ts'

/** By profile id; those without a profile by the empty id. `bucket`: from 0. */
export type BarCount = {
  readonly owner: string
  readonly bucket: number
  readonly executions: number
  readonly failed: number
}
export type OwnerFigures = Figures & { readonly owner: string | null }

/** A cancelled execution did what was asked of it. */
const isFailed = Prisma.sql`(e.status = 'error' and e.error_code is distinct from 'CANCELLED')`
const owner = Prisma.sql`case when e.skill = ${scriptName} then e.principal_id else '' end`

/** How many executions began in each bar. */
export function countBars(db: DatabaseClient, starts: readonly number[]): Promise<BarCount[]> {
  const times = starts.map((start) => new Date(start).toISOString())
  return db.$queryRaw<BarCount[]>`
    select ${owner} as owner, width_bucket(e.started_at, ${times}::timestamptz[]) - 1 as bucket,
      count(*)::int as executions, count(*) filter (where ${isFailed})::int as failed
    from executions e
    where e.started_at >= ${times[0]}::timestamptz
    group by 1, 2`
}

/** The figures of each owner, and with the owner null those of all together. */
export function measureOwners(db: DatabaseClient, since: Date): Promise<OwnerFigures[]> {
  return db.$queryRaw<OwnerFigures[]>`
    select owner, count(*)::int as executions, count(*) filter (where failed)::int as failed,
      percentile_disc(0.5) within group (order by ms)::float as p50_ms,
      percentile_disc(0.95) within group (order by ms)::float as p95_ms
    from (
      select ${owner} as owner, ${isFailed} as failed, coalesce(s.execution_ms, e.query_time_ms) as ms
      from executions e left join script_executions s on s.id = e.id
      where e.started_at >= ${since}
    ) as measured
    group by grouping sets ((owner), ())`
}
