import * as z from 'zod'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { BookStarts } from '#runner/egress/pacer.ts'

const Starts = z.array(z.number())

/**
 * Books the starts of requests to a host for all processes on this database, in one statement: the row of a lane has the
 * latest starts, in milliseconds of the database's clock, and each booking appends to them.
 */
export function createBookedStarts(db: Pick<DatabaseClient, '$queryRaw' | '$executeRaw'>): BookStarts {
  return async (name, { per_second, min_interval_ms }, count) => {
    const lane = sha256(name)
    const inWindow = Math.max(1, Math.floor(per_second))
    const windowMs = (inWindow / per_second) * 1000
    const book = () => db.$queryRaw<{ waits: unknown }[]>`
      update paced_lanes as p set starts = (
        with recursive booked (starts, left_over) as (
          select p.starts, ${count}::int
          union all
          select starts || greatest(
            extract(epoch from clock_timestamp()) * 1000,
            starts[cardinality(starts)] + ${min_interval_ms}::float8,
            starts[cardinality(starts) + 1 - ${inWindow}::int] + ${windowMs}::float8
          )::float8, left_over - 1
          from booked where left_over > 0
        )
        select starts[greatest(1, cardinality(starts) + 1 - ${inWindow + count}::int):] from booked where left_over = 0
      )
      where lane = ${lane}
      returning (
        select jsonb_agg(at - extract(epoch from clock_timestamp()) * 1000 order by at)
        from unnest(p.starts[cardinality(p.starts) + 1 - ${count}::int:]) as at
      ) as waits`
    let [row] = await book()
    if (row === undefined) {
      await db.$executeRaw`insert into paced_lanes (lane, starts) values (${lane}, '{}') on conflict do nothing`
      ;[row] = await book()
    }
    return Starts.parse(row?.waits)
  }
}

/** Deletes the lanes that were not used for an hour. */
export async function forgetLanes(db: Pick<DatabaseClient, '$executeRaw'>): Promise<void> {
  await db.$executeRaw`
    delete from paced_lanes
    where starts[cardinality(starts)] < (extract(epoch from clock_timestamp()) - 3600) * 1000`
}
