import * as z from 'zod'
import { queueSince } from '#lib/platform/server/queue/jobs.ts'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import type { AlertPushPorts } from './ports.ts'
import { maxAgeMs, maxAttempts, pushAlert } from './push-alert.ts'
import { addPushJob, addPushRetry, pushTask } from './push-jobs.ts'

const Payload = z.object({ alertId: z.string(), subscriptionId: z.string() })

/** Sends alerts to browsers until disposed. Starts with the alerts that were recorded before the queue existed. */
export async function openAlertPushes(databaseUrl: string, ports: AlertPushPorts): Promise<AsyncDisposable> {
  const queue = await openQueue({
    databaseUrl,
    tasks: { [pushTask]: (payload, { abortSignal }) => pushAlert(ports, Payload.parse(payload), abortSignal) },
    concurrency: 2,
    name: 'alert pushes',
    log: ports.log,
  })
  const { db, clock } = ports
  const select = { alertId: true, subscriptionId: true, subscription: { select: { userId: true } } }
  const waiting = await db.alertPush.findMany({ where: { state: 'pending' }, select })
  for (const { subscription, ...id } of waiting) await addPushJob(db, { ...id, ...subscription })
  const restored = await db.alertPush.findMany({
    where: {
      state: 'failed',
      attempts: { lt: maxAttempts },
      triedAt: { lt: await queueSince(db) },
      alert: { at: { gte: new Date(clock.now() - maxAgeMs) } },
    },
    select,
  })
  for (const { subscription, ...id } of restored) await addPushRetry(db, { ...id, ...subscription })
  return queue
}
