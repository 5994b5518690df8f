import type { DatabaseClient } from '#lib/db/client.ts'
import type { AuditTrail } from '#lib/audit/audit-trail.ts'
import { UserId } from '#runner/contract/ids.ts'
import type { Clock, RefusalLog } from '#runner/ports.ts'

type RefusalPorts = { readonly db: DatabaseClient; readonly audit: AuditTrail; readonly clock: Pick<Clock, 'now'> }

/**
 * Records refused requests in the audit trail: `skill.refused` when the request as a whole was refused or stopped,
 * `skill.denied` when a skill was denied something and continued without it.
 */
export function createRefusalLog({ db, audit, clock }: RefusalPorts): RefusalLog {
  return {
    async refused({ skill, version, digest, principal, execution, code, reason, lacks }) {
      const isUser = UserId.safeParse(principal.id).success
      await db.$transaction((tx) =>
        audit.record(tx, {
          at: new Date(clock.now()),
          actorUserId: isUser ? principal.id : null,
          actorSource: principal.source,
          action: code === undefined ? 'skill.denied' : 'skill.refused',
          subject: skill,
          detail: {
            ...(code === undefined ? {} : { code }),
            ...(reason === '' ? {} : { reason }),
            ...(execution === undefined ? {} : { execution }),
            lacks: lacks.map(({ asked, by }) => ({ asked, by })),
            version,
            digest,
          },
        }),
      )
    },
  }
}
