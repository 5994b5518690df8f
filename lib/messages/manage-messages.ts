import type { AuditTrail } from '#lib/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/db/client.ts'
import type { OperatorMessage } from '#lib/db/generated/client.ts'
import { actorOf } from '#lib/executions/invocation-rows.ts'
import { type Outcome, refuse } from '#lib/http/outcome.ts'
import type { ConsoleMessage, ConsoleMessages } from '#lib/shared/console-message.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock } from '#runner/ports.ts'
import type { ChannelName } from './channel.ts'
import { addDelivery, nextAttempts } from './delivery-jobs.ts'

export type ManageMessagesPorts = {
  readonly db: DatabaseClient
  readonly audit: AuditTrail
  readonly clock: Pick<Clock, 'now'>
  /** Undefined: none is configured. */
  readonly channel: ChannelName | undefined
}

/** The messages as operators see them. */
export type ManageMessages = {
  /** Those that are not delivered first, then the others, each the latest first. */
  list(): Promise<ConsoleMessages>
  /** Tries to deliver a message now. NOT_FOUND for an unknown one, CONFLICT for one that is delivered. */
  retry(id: string, by: Pick<Principal, 'id' | 'source'>): Promise<Outcome<ConsoleMessage>>
}

const mostShown = 200
const latestFirst = [{ notedAt: 'desc' as const }, { id: 'desc' as const }]

export function createManageMessages({ db, audit, clock, channel }: ManageMessagesPorts): ManageMessages {
  return {
    async list() {
      const shown = { orderBy: latestFirst, take: mostShown }
      const [open, done, undelivered] = await Promise.all([
        db.operatorMessage.findMany({ where: { state: { not: 'delivered' } }, ...shown }),
        db.operatorMessage.findMany({ where: { state: 'delivered' }, ...shown }),
        db.operatorMessage.count({ where: { state: { not: 'delivered' } } }),
      ])
      const next = await nextAttempts(
        db,
        open.map(({ id }) => id),
      )
      const messages = [...open, ...done].slice(0, mostShown).map((row) => viewOf(row, next.get(row.id)))
      return { channel: channel ?? null, undelivered, messages }
    },

    async retry(id, by) {
      return db.$transaction(async (tx): Promise<Outcome<ConsoleMessage>> => {
        const where = { id, state: { not: 'delivered' as const } }
        const [row] = await tx.operatorMessage.updateManyAndReturn({ where, data: { state: 'pending' } })
        if (row === undefined) {
          const isKnown = (await tx.operatorMessage.findUnique({ where: { id }, select: { id: true } })) !== null
          return isKnown
            ? refuse('CONFLICT', { message: 'This message is delivered already.' })
            : refuse('NOT_FOUND', { message: 'There is no message with this id.' })
        }
        await addDelivery(tx, [id], { isNew: true })
        const at = new Date(clock.now())
        await audit.record(tx, { at, ...actorOf(by), action: 'message.retried', subject: id, detail: {} })
        return { ok: true, value: viewOf(row) }
      })
    },
  }
}

function viewOf(row: OperatorMessage, nextAttempt?: Date): ConsoleMessage {
  const { id, executionId, skill, principalId, text, urgent, state, attempts, channel, lastError } = row
  return {
    id,
    execution_id: executionId,
    skill,
    principal_id: principalId,
    text,
    urgent,
    state,
    attempts,
    channel,
    last_error: lastError,
    noted_at: row.notedAt.toISOString(),
    tried_at: row.triedAt?.toISOString() ?? null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    next_attempt_at: nextAttempt?.toISOString() ?? null,
  }
}
