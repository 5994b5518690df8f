import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { AlteredExecution, UnfinishedExecution } from '#runner/core/ports.ts'
import { executionFormat } from './execution-format.ts'
import { isGone, maxTakeovers } from './instance.ts'
import type { RecordSeals } from './record-seals.ts'
import { readUnfinished } from './unfinished.ts'

type Taken = UnfinishedExecution | AlteredExecution

/** Long enough to read the records of all taken executions. */
const transactionLimits = { timeout: 120_000 }

/**
 * Transfers up to `limit` durable executions of dead processes to this process. Exactly one of several concurrent
 * processes gets each execution, and no other process can then write to its journal. One in a newer format is left to a
 * process that knows it. An unreadable execution is left for the next pass; `finishAbandoned` ends it after
 * `maxTakeovers` attempts.
 */
export async function takeOver(
  db: DatabaseClient,
  instanceId: string,
  limit: number,
  seals: RecordSeals,
  /** Gets the id of each execution of a takeover that failed: it is not known whether the database carried it out. */
  perhapsTaken: (id: string) => void = () => {},
): Promise<readonly Taken[]> {
  const owners = await db.execution.findMany({
    where: {
      ...{ status: 'running', isDurable: true, takeovers: { lt: maxTakeovers } },
      ...{ format: { lte: executionFormat }, NOT: { instanceId } },
    },
    distinct: ['instanceId'],
    select: { instanceId: true },
  })
  const taken: Taken[] = []
  for (const owner of owners) {
    taken.push(
      ...(await takeFrom(owner.instanceId, { db, instanceId, limit: limit - taken.length, seals, perhapsTaken })),
    )
    if (taken.length >= limit) break
  }
  return taken
}

/** Gives up durable executions of this process that it no longer runs, so that any process can take them over. */
export async function release(
  db: Pick<DatabaseClient, 'execution'>,
  instanceId: string,
  ids: readonly string[],
): Promise<void> {
  await db.execution.updateMany({
    where: { id: { in: [...ids] }, status: 'running', isDurable: true, instanceId },
    data: { instanceId: '' },
  })
}

type Taking = {
  readonly db: DatabaseClient
  readonly instanceId: string
  readonly limit: number
  readonly seals: RecordSeals
  readonly perhapsTaken: (id: string) => void
}

/** Reads before it takes, so that this process never owns an execution that it could not read. */
async function takeFrom(owner: string, taking: Taking): Promise<readonly Taken[]> {
  const { db, instanceId, limit, seals, perhapsTaken } = taking
  let tried: readonly string[] = []
  const took = db.$transaction(async (tx) => {
    if (!(await isGone(tx, owner))) return []
    // The row locks keep the former owner from writing to the journals if its process still runs.
    const rows = await tx.$queryRaw<{ id: string }[]>`
      select id from executions
      where instance_id = ${owner} and status = 'running' and is_durable and takeovers < ${maxTakeovers}
        and format <= ${executionFormat}
      order by started_at, id
      limit ${limit}
      for update`
    if (rows.length === 0) return []
    // Reads outside the transaction: a failed read inside it would undo the takeover of all other executions.
    const reads = await Promise.allSettled(rows.map(({ id }) => readUnfinished(db, seals, id)))
    const read = reads.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    tried = read.map(({ id }) => id)
    await tx.$executeRaw`
      update executions e set
        instance_id = case when e.id = any(${tried}) then ${instanceId} else e.instance_id end,
        format = case when e.id = any(${tried}) then ${executionFormat} else e.format end,
        takeovers = case when e.settled_at_takeover = j.settled then e.takeovers + 1 else 1 end,
        settled_at_takeover = j.settled
      from (
        select looked.id, (select count(settled)::int from journal_entries where execution_id = looked.id) as settled
        from unnest(${rows.map(({ id }) => id)}::text[]) as looked (id)
      ) as j
      where e.id = j.id`
    return read
  }, transactionLimits)
  return took.catch((cause: unknown) => {
    for (const id of tried) perhapsTaken(id)
    throw cause
  })
}
