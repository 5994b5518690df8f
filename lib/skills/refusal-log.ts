import type { AppendAudit } from '#lib/audit/append-audit.ts'
import { actorOf } from '#lib/executions/invocation-rows.ts'
import type { Clock, RefusalLog } from '#runner/ports.ts'

type RefusalPorts = { readonly append: AppendAudit; readonly clock: Pick<Clock, 'now'> }

/**
 * Records refused requests in the audit trail: `skill.refused` when the request as a whole was refused or stopped,
 * `skill.denied` when a skill was denied something and continued without it.
 */
export function createRefusalLog({ append, clock }: RefusalPorts): RefusalLog {
  return {
    refused: ({ skill, version, digest, principal, execution, code, reason, lacks }) =>
      append({
        at: new Date(clock.now()),
        ...actorOf(principal),
        action: code === undefined ? 'skill.denied' : 'skill.refused',
        subject: skill,
        detail: {
          principal: principal.id,
          ...(code === undefined ? {} : { code }),
          ...(reason === '' ? {} : { reason }),
          ...(execution === undefined ? {} : { execution }),
          lacks: lacks.map(({ asked, by }) => ({ asked, by })),
          version,
          digest,
        },
      }),
  }
}
