import * as z from 'zod'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { BookStarts } from '#runner/egress/pacer.ts'

const Starts = z.array(z.number())

/**
 * Books the starts of requests to a host for all processes on this database, in one statement: the row of a lane has the
 * latest starts, in milliseconds of the database's clock, and each booking appends to them.
 *
 * The statement is an insert that updates on conflict. A plain update that waited for another booking would compute its
 * starts from the row as it was before: PostgreSQL does not run a common table expression again for the newer row.
 */
export function createBookedStarts(db: Pick<Statements, '$queryRaw'>): BookStarts {
  return async (name, rate, count) => {
    const [row] = await db.$queryRaw<{ waits: unknown }[]>`
      insert into paced_lanes as p (lane, starts) values (${sha256(name)}, ${booked(Prisma.sql`'{}'::float8[]`, rate, count)})
      on conflict (lane) do update set starts = ${booked(Prisma.sql`p.starts`, rate, count)}
      returning (
        select jsonb_agg(at - extract(epoch from clock_timestamp()) * 1000 order by at)
        from unnest(p.starts[cardinality(p.starts) + 1 - ${count}::int:]) as at
      ) as waits`
    return Starts.parse(row?.waits)
  }
}

/** The starts of a lane with `count` more, at most as many as the next bookings compare with. */
function booked(
  starts: Prisma.Sql,
  { per_second, min_interval_ms }: Parameters<BookStarts>[1],
  count: number,
): Prisma.Sql {
  const inWindow = Math.max(1, Math.floor(per_second))
  const windowMs = (inWindow / per_second) * 1000
  return Prisma.sql`(
    with recursive booked (starts, left_over) as (
      select ${starts}, ${count}::int
      union all
      select starts || greatest(
        extract(epoch from clock_timestamp()) * 1000,
        starts[cardinality(starts)] + ${min_interval_ms}::float8,
        starts[cardinality(starts) + 1 - ${inWindow}::int] + ${windowMs}::float8
      )::float8, left_over - 1
      from booked where left_over > 0
    )
    select starts[greatest(1, cardinality(starts) + 1 - ${inWindow + count}::int):] from booked where left_over = 0
  )`
}

/** Deletes the lanes that were not used for an hour. */
export async function forgetLanes(db: Pick<Statements, '$executeRaw'>): Promise<void> {
  await db.$executeRaw`
    delete from paced_lanes
    where starts[cardinality(starts)] < (extract(epoch from clock_timestamp()) - 3600) * 1000`
}
