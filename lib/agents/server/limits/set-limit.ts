import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { LimitChange, Limits } from '../../model/usage-limit.ts'

type LimitPorts = { readonly db: DatabaseClient; readonly audit: AuditTrail; readonly clock: Pick<Clock, 'now'> }

/** Sets the limits of a profile or an agent key. The counts of the current hour and day go on. */
export async function setLimit(
  { db, audit, clock }: LimitPorts,
  { principal }: Context,
  { owner, per_hour: perHour, per_day: perDay }: LimitChange,
): Promise<Outcome<Limits>> {
  const [profile, key] = await Promise.all([
    db.profile.findUnique({ where: { id: owner }, select: { id: true } }),
    db.agentKey.findUnique({ where: { id: owner }, select: { id: true } }),
  ])
  if (profile === null && key === null) return refuse('NOT_FOUND')
  const limits = { ...(perHour === undefined ? {} : { perHour }), ...(perDay === undefined ? {} : { perDay }) }
  const value = await db.$transaction(async (tx) => {
    const set = await tx.usageLimit.upsert({ where: { owner }, create: { owner, ...limits }, update: limits })
    const detail = { per_hour: set.perHour, per_day: set.perDay }
    await audit.record(tx, {
      at: new Date(clock.now()),
      by: principal,
      action: 'limit.changed',
      subject: owner,
      detail,
    })
    return { owner, ...detail }
  })
  return { ok: true, value }
}
