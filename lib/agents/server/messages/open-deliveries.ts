import * as z from 'zod'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import { addDelivery, addRetries, deliveryTask, maxAttempts } from '#lib/skills/server/messages/delivery-jobs.ts'
import type { Log } from '#runner/core/ports.ts'
import { type Channel, DeliveryError } from './channel.ts'

type Options = DeliveryPorts & { readonly databaseUrl: string; readonly log: Log }

const Payload = z.object({ id: z.string() })

/**
 * Delivers messages until disposed. Starts with the messages that were stored while no app ran or no channel was
 * configured. The queue repeats a failed attempt after a growing wait.
 */
export async function openDeliveries({ databaseUrl, ...ports }: Options): Promise<AsyncDisposable> {
  const queue = await openQueue({
    databaseUrl,
    tasks: {
      [deliveryTask]: (payload, { abortSignal }) => deliverMessage(ports, Payload.parse(payload).id, abortSignal),
    },
    concurrency: 1,
    name: 'messages',
    log: ports.log,
  })
  const { db } = ports
  const waiting = await db.operatorMessage.findMany({
    where: { state: { in: ['pending', 'kept'] } },
    select: { id: true, principalId: true },
  })
  await addDelivery(db, waiting)
  // A backup contains no jobs, so a restored message lacks the job of its next attempt.
  const failed = await db.operatorMessage.findMany({
    where: { state: 'delivery_failed', attempts: { lt: maxAttempts } },
    select: { id: true, principalId: true, attempts: true },
  })
  for (const message of failed) await addRetries(db, message)
  return queue
}

type DeliveryPorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock'> & {
  /** Undefined: messages are stored until a channel is configured. */
  readonly channel: Channel | undefined
  readonly log: Pick<Log, 'error'>
}

/** The timeout of an attempt. */
const attemptMs = 20_000

/**
 * Tries once to deliver a message, and records the result. Does nothing for a delivered or unknown message. If the
 * process ends between the delivery and its record, the message is delivered again with the same id.
 *
 * @throws DeliveryError when the attempt failed
 */
async function deliverMessage(
  { db, audit, channel, clock, log }: DeliveryPorts,
  id: string,
  stopping?: AbortSignal,
): Promise<void> {
  const message = await db.operatorMessage.findUnique({ where: { id } })
  if (message === null || message.state === 'delivered') return
  if (channel === undefined) {
    await db.operatorMessage.updateMany({ where: { id, state: { not: 'delivered' } }, data: { state: 'kept' } })
    return
  }
  const { text, urgent, notedAt, executionId } = message
  const skill = executionId === null ? undefined : message.skill
  const limit = AbortSignal.timeout(attemptMs)
  const signal = stopping === undefined ? limit : AbortSignal.any([limit, stopping])
  const failure = await channel.deliver({ id, skill, text, urgent, notedAt }, signal).then(
    () => undefined,
    (cause: unknown) => {
      if (cause instanceof DeliveryError) return cause
      // The cause may contain an address with a token.
      log.error('a message could not be delivered', { message: id, fault: Object(cause).name })
      return new DeliveryError('The delivery failed because of a fault in the app')
    },
  )
  const at = new Date(clock.now())
  const tried = { channel: channel.name, attempts: { increment: 1 }, triedAt: at }
  const event = failure === undefined ? 'message.delivered' : 'message.delivery_failed'
  await db.$transaction(async (tx) => {
    const data = failure
      ? { ...tried, state: 'delivery_failed' as const, lastError: failure.message }
      : { ...tried, state: 'delivered' as const, lastError: null, deliveredAt: at }
    const written = await tx.operatorMessage.updateMany({ where: { id, state: { not: 'delivered' } }, data })
    if (written.count === 1) await audit.record(tx, rowOf(event, id, at, channel, failure))
  })
  if (failure) throw failure
}

const rowOf = (action: string, id: string, at: Date, { name }: Channel, failure?: DeliveryError): AuditRecord => ({
  at,
  by: appPrincipal,
  action,
  subject: id,
  detail: { channel: name, ...(failure ? { error: failure.message } : {}) },
})
