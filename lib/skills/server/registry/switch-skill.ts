import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Clock } from '#runner/core/ports.ts'
import { announceSkillChange } from './skill-changes.ts'

type SwitchPorts = { readonly db: DatabaseClient; readonly audit: AuditTrail; readonly clock: Pick<Clock, 'now'> }

/**
 * Enables or disables a skill for everybody. Running processes apply the change immediately. Returns false for an
 * unknown name.
 */
export async function switchSkill(
  { db, audit, clock }: SwitchPorts,
  { principal }: Context,
  name: string,
  isEnabled: boolean,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const at = new Date(clock.now())
    const { count } = await tx.enablement.updateMany({
      where: { name, isEnabled: !isEnabled },
      data: { isEnabled, changedBy: principal.id, changedAt: at },
    })
    if (count === 0) return (await tx.enablement.count({ where: { name } })) > 0
    await announceSkillChange(tx)
    await audit.record(tx, {
      at,
      by: principal,
      action: isEnabled ? 'skill.enabled' : 'skill.disabled',
      subject: name,
      detail: {},
    })
    return true
  })
}
