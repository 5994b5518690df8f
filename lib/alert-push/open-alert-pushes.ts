import * as z from 'zod'
import { openQueue } from '#lib/queue/open-queue.ts'
import type { AlertPushPorts } from './ports.ts'
import { pushAlert } from './push-alert.ts'
import { addPushJob, pushTask } from './push-jobs.ts'

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
  const waiting = await ports.db.alertPush.findMany({
    where: { state: 'pending' },
    select: { alertId: true, subscriptionId: true },
  })
  for (const id of waiting) await addPushJob(ports.db, id)
  return queue
}
