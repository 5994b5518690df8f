import type { ConsoleProfilePage } from '#lib/agents/model/console-profile.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { ExecutionStatus } from '#lib/platform/server/db/generated/enums.ts'

/** The running, waiting and past executions of a profile. */
export async function profileActivity(db: DatabaseClient, profileId: string): Promise<ConsoleProfilePage['activity']> {
  const groups = await db.execution.groupBy({
    by: ['status'],
    where: { principalId: profileId },
    _count: true,
    _max: { startedAt: true },
  })
  const count = (...statuses: ExecutionStatus[]) =>
    groups.reduce((sum, { status, _count }) => sum + (statuses.includes(status) ? _count : 0), 0)
  const last = groups.flatMap(({ _max }) => _max.startedAt ?? []).sort((a, b) => b.getTime() - a.getTime())[0]
  return {
    running: count('pending', 'running'),
    awaiting_llm: count('suspended'),
    total: count(...groups.map(({ status }) => status)),
    last_at: last?.toISOString() ?? null,
  }
}
