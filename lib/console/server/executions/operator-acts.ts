import * as z from 'zod'
import { readActor } from '#lib/platform/model/actor.ts'
import { nameActors } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { OperatorAct } from '../../model/console-executions.ts'

const acts = {
  'execution.rerun': 'rerun',
  'execution.answered': 'answered',
  'execution.cancelled': 'cancelled',
} as const satisfies Readonly<Record<string, OperatorAct['act']>>

const Row = z.object({
  action: z.enum(['execution.rerun', 'execution.answered', 'execution.cancelled']),
  detail: z.object({ of: z.string().optional(), seq: z.int().optional() }),
})

const maxActs = 50

/** What operators did to these executions, the first acts first. Only the audit trail says who did it. */
export async function readActs(
  db: DatabaseClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OperatorAct[]>> {
  const rows = await db.auditEvent.findMany({
    where: { subject: { in: [...ids] }, action: { in: Object.keys(acts) } },
    orderBy: { at: 'asc' },
    take: maxActs,
  })
  const named = await nameActors(db, rows.map(readActor))
  const found = new Map<string, OperatorAct[]>()
  for (const row of rows) {
    const read = Row.safeParse(row).data
    if (!read) continue
    const act = { act: acts[read.action], at: row.at.toISOString(), by: named(readActor(row)), ...read.detail }
    found.set(row.subject, [...(found.get(row.subject) ?? []), act])
  }
  return found
}
