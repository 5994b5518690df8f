import * as z from 'zod'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import { addDelivery, addRetries, deliveryTask, maxAttempts } from '#lib/skills/server/messages/delivery-jobs.ts'
import type { Log } from '#runner/core/ports.ts'
import { type DeliveryPorts, deliverMessage } from './deliver-message.ts'

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
