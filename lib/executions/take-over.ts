import type { DatabaseClient } from '#lib/db/client.ts'
import type { AlteredExecution, UnfinishedExecution } from '#runner/ports.ts'
import { isGone, mostTakeovers } from './instance.ts'
import type { RecordSeals } from './record-seals.ts'
import { readUnfinished } from './unfinished.ts'

/**
 * Makes durable executions of processes that are gone this process's own, at most `limit`. Of several processes that try it, one gets
 * each. The journal of what it gives is at its end: nobody else writes to it any more.
 */
export async function takeOver(
  db: DatabaseClient,
  instanceId: string,
  limit: number,
  seals: RecordSeals,
): Promise<readonly (UnfinishedExecution | AlteredExecution)[]> {
  const owners = await db.execution.findMany({
    where: { status: 'running', isDurable: true, takeovers: { lt: mostTakeovers }, NOT: { instanceId } },
    distinct: ['instanceId'],
    select: { instanceId: true },
  })
  const taken: (UnfinishedExecution | AlteredExecution)[] = []
  for (const owner of owners) {
    const ids = await db.$transaction(async (tx) => {
      if (!(await isGone(tx, owner.instanceId))) return []
      const rows = await tx.$queryRaw<{ id: string }[]>`
        update executions e set
          instance_id = ${instanceId},
          takeovers = case when e.settled_at_takeover = j.settled then e.takeovers + 1 else 1 end,
          settled_at_takeover = j.settled
        from (
          select taken.id, (select count(settled)::int from journal_entries where execution_id = taken.id) as settled
          from (
            select id from executions
            where instance_id = ${owner.instanceId} and status = 'running' and is_durable
              and takeovers < ${mostTakeovers}
            order by started_at, id
            limit ${limit - taken.length}
            for update
          ) as taken
        ) as j
        where e.id = j.id
        returning e.id`
      return rows.map(({ id }) => id)
    })
    taken.push(...(await Promise.all(ids.map((id) => readUnfinished(db, seals, id)))))
    if (taken.length >= limit) break
  }
  return taken
}
