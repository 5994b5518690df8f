import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { type Outcome, refuseLimit } from '#lib/platform/server/http/outcome.ts'
import type { Clock } from '#runner/core/ports.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
export const startOf = (time: number, ms: number): number => Math.floor(time / ms) * ms

type Counted = { readonly limited: boolean; readonly taken: boolean; readonly hour_full: boolean | null }

type Ports = { readonly db: Pick<DatabaseClient, '$queryRaw'>; readonly clock: Pick<Clock, 'now'> }

/**
 * Counts an execution that a profile or an agent key starts, or refuses it because a limit of the operator is used up.
 * Count and check are one statement, so no burst passes a limit.
 */
export async function takeUse({ db, clock }: Ports, owner: string): Promise<Outcome<undefined>> {
  const now = clock.now()
  const hour = new Date(startOf(now, hourMs))
  const day = new Date(startOf(now, dayMs))
  // The update waits for other starts of the same owner, and checks the counts again that they have written.
  const [counted] = await db.$queryRaw<Counted[]>`
    with taken as (
      update usage_limits set
        hour_uses = case when hour = ${hour} then hour_uses else 0 end + 1,
        day_uses = case when hour >= ${day} then day_uses else 0 end + 1,
        hour = ${hour}
      where owner = ${owner}
        and (per_hour is null or case when hour = ${hour} then hour_uses else 0 end < per_hour)
        and (per_day is null or case when hour >= ${day} then day_uses else 0 end < per_day)
      returning owner
    )
    select exists(select from usage_limits where owner = ${owner}) as limited, exists(select from taken) as taken,
      (select not coalesce(hour >= ${day} and day_uses >= per_day, per_day = 0, false)
        from usage_limits where owner = ${owner}) as hour_full`
  if (counted === undefined || !counted.limited || counted.taken) return { ok: true, value: undefined }
  return counted.hour_full === true
    ? refuseLimit('hour_limit', startOf(now, hourMs) + hourMs - now)
    : refuseLimit('day_limit', startOf(now, dayMs) + dayMs - now)
}
