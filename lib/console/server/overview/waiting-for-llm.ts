import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { ConsoleOverview } from '../../model/console-overview.ts'

const maxProfiles = 5

type Row = { readonly id: string; readonly name: string; readonly waiting: number; readonly since: Date | null }

/** Script executions that wait for the agent's model. They use no resources except their database rows. */
export async function waitingForLlm(db: DatabaseClient): Promise<ConsoleOverview['llm']> {
  const rows = await db.$queryRaw<Row[]>`
    select p.id, p.description as name, count(*)::int as waiting,
      min(s.llm_deadline - s.llm_wait_s * interval '1 second') as since
    from executions e join script_executions s on s.id = e.id join profiles p on p.id = s.profile_id
    where e.status = 'suspended'
    group by p.id order by count(*) desc, p.id`
  const times = rows.flatMap(({ since }) => since?.getTime() ?? [])
  return {
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    oldest_since: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    by_profile: rows.slice(0, maxProfiles).map(({ id, name, waiting }) => ({ id, name, waiting })),
  }
}
