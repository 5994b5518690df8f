import { type Actor, actorOf, type NamedActor, readActor } from '#lib/platform/model/actor.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { nameAgents } from '#lib/platform/server/auth/name-actors.ts'
import type { OperatorMessage } from '#lib/platform/server/db/generated/client.ts'
import { cursorOf, cutPage, refuseAfter } from '#lib/platform/server/db/pages.ts'
import type { ChannelName } from '#lib/platform/server/env/outbound-settings.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { addDelivery, nextAttempts } from '#lib/skills/server/messages/delivery-jobs.ts'
import type { ConsoleMessage, ConsoleMessages, MessageQuery } from '../../model/operator-message-view.ts'

type ManageMessagesPorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock'> & {
  /** Undefined: no channel is configured. */
  readonly channel: ChannelName | undefined
}

/** The messages as operators see them. */
export type ManageMessages = ReturnType<typeof createManageMessages>

const pageSize = 50
const latestFirst = [{ notedAt: 'desc' as const }, { id: 'desc' as const }]

export function createManageMessages({ db, audit, clock, channel }: ManageMessagesPorts) {
  return {
    /**
     * A page of messages: first the undelivered ones, then the delivered ones, both with the latest first. INVALID_INPUT
     * for an `after` that no page returned.
     */
    async list({ after }: MessageQuery = {}): Promise<Outcome<ConsoleMessages>> {
      const from = after === undefined ? undefined : readCursor(after)
      if (from === null) return refuseAfter
      const isPastOpen = from?.isDelivered === true
      const [open, undelivered] = await Promise.all([
        isPastOpen
          ? []
          : db.operatorMessage.findMany({
              where: { state: isOpen, ...beyond(from) },
              orderBy: latestFirst,
              take: pageSize + 1,
            }),
        db.operatorMessage.count({ where: { state: isOpen } }),
      ])
      const left = pageSize + 1 - open.length
      const done =
        left <= 0
          ? []
          : await db.operatorMessage.findMany({
              where: { state: 'delivered', ...(isPastOpen ? beyond(from) : {}) },
              orderBy: latestFirst,
              take: left,
            })
      const { shown, next } = cutPage([...open, ...done], pageSize, cursorAfter)
      const attempts = await nextAttempts(
        db,
        open.map(({ id }) => id),
      )
      const named = await nameAgents(db, shown.map(actorOfRow))
      const messages = shown.map((row) => viewOf(row, named(actorOfRow(row)), attempts.get(row.id)))
      return { ok: true, value: { channel: channel ?? null, undelivered, messages, next } }
    },

    /** Tries to deliver a message now. NOT_FOUND for an unknown message, CONFLICT for a delivered one. */
    async retry({ principal }: Context, id: string): Promise<Outcome<ConsoleMessage>> {
      return db.$transaction(async (tx): Promise<Outcome<ConsoleMessage>> => {
        const where = { id, state: { not: 'delivered' as const } }
        const [row] = await tx.operatorMessage.updateManyAndReturn({ where, data: { state: 'pending' } })
        if (row === undefined) {
          const isKnown = (await tx.operatorMessage.findUnique({ where: { id }, select: { id: true } })) !== null
          return isKnown ? refuse('CONFLICT', { message: 'This message is delivered already.' }) : unknownMessage
        }
        await addDelivery(tx, [row], { isNew: true })
        const at = new Date(clock.now())
        await audit.record(tx, { at, by: principal, action: 'message.retried', subject: id, detail: {} })
        const named = await nameAgents(tx, [actorOfRow(row)])
        return { ok: true, value: viewOf(row, named(actorOfRow(row))) }
      })
    },

    /** Marks a message as read, or as unread again. NOT_FOUND for an unknown message. */
    async markRead(id: string, isRead: boolean): Promise<Outcome<ConsoleMessage>> {
      await db.operatorMessage.updateMany({
        where: { id, readAt: isRead ? null : { not: null } },
        data: { readAt: isRead ? new Date(clock.now()) : null },
      })
      const row = await db.operatorMessage.findUnique({ where: { id } })
      if (row === null) return unknownMessage
      const [attempts, named] = await Promise.all([nextAttempts(db, [id]), nameAgents(db, [actorOfRow(row)])])
      return { ok: true, value: viewOf(row, named(actorOfRow(row)), attempts.get(id)) }
    },

    /** Deletes a message for good; one that is not delivered never will be. NOT_FOUND for an unknown message. */
    async remove({ principal }: Context, id: string): Promise<Outcome<{ done: true }>> {
      return db.$transaction(async (tx): Promise<Outcome<{ done: true }>> => {
        const row = await tx.operatorMessage.findUnique({ where: { id }, select: { state: true } })
        const { count } = await tx.operatorMessage.deleteMany({ where: { id } })
        if (row === null || count !== 1) return unknownMessage
        const at = new Date(clock.now())
        // Its job finds no message, and ends.
        await audit.record(tx, {
          at,
          by: principal,
          action: 'message.deleted',
          subject: id,
          detail: { state: row.state },
        })
        return { ok: true, value: { done: true } }
      })
    },
  }
}

const unknownMessage = refuse('NOT_FOUND', { message: 'There is no message with this id.' })

const isOpen = { not: 'delivered' as const }

/** The position after the last message of a page. */
type Cursor = { readonly isDelivered: boolean; readonly at: Date; readonly id: string }

const cursorAfter = ({ state, notedAt, id }: OperatorMessage): string =>
  `${state === 'delivered' ? 'delivered' : 'open'}.${cursorOf(notedAt, id)}`

/** Null: the text is not a cursor. */
function readCursor(text: string): Cursor | null {
  const [, kind, ms, id] = /^(open|delivered)\.(\d{1,13})\.(msg_[\w-]{1,64})$/.exec(text) ?? []
  return ms === undefined || id === undefined
    ? null
    : { isDelivered: kind === 'delivered', at: new Date(Number(ms)), id }
}

/** The messages after a cursor. */
const beyond = (from: Cursor | undefined) =>
  from === undefined ? {} : { OR: [{ notedAt: { lt: from.at } }, { notedAt: from.at, id: { lt: from.id } }] }

/** Messages of earlier versions have only their principal, which tells the kind of agents only. */
function actorOfRow({ actor, principalId }: OperatorMessage): Actor | null {
  const principal = actorOf({ id: principalId, source: 'public' })
  const isAgent = principal.kind === 'agent_key' || principal.kind === 'profile'
  return isAgent ? principal : readActor({ actor, source: 'public' })
}

function viewOf(row: OperatorMessage, by: NamedActor, nextAttempt?: Date): ConsoleMessage {
  const { id, executionId, skill, text, urgent, state, attempts, channel, lastError } = row
  return {
    id,
    execution_id: executionId,
    skill,
    by,
    text,
    urgent,
    state,
    attempts,
    channel,
    last_error: lastError,
    noted_at: row.notedAt.toISOString(),
    tried_at: row.triedAt?.toISOString() ?? null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
    is_read: row.readAt !== null,
    next_attempt_at: nextAttempt?.toISOString() ?? null,
  }
}
