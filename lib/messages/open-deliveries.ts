import * as z from 'zod'
import { openQueue } from '#lib/queue/open-queue.ts'
import type { Log } from '#runner/ports.ts'
import { type DeliveryPorts, deliverMessage } from './deliver-message.ts'
import { addDelivery, deliveryTask } from './delivery-jobs.ts'

type Options = DeliveryPorts & { readonly databaseUrl: string; readonly log: Log }

const Payload = z.object({ id: z.string() })

/**
 * Delivers messages until disposed. It begins with those that were noted while no app ran, and those that were kept
 * for want of a channel. A failed attempt is repeated by the queue, after a wait that grows.
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
    select: { id: true },
  })
  await addDelivery(
    db,
    waiting.map(({ id }) => id),
  )
  return queue
}
