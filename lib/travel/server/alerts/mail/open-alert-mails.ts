import * as z from 'zod'
import { queueSince } from '#lib/platform/server/queue/jobs.ts'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import { mailAlert, maxAgeMs } from './mail-alert.ts'
import { addMailJob, addMailRetries, mailTask, maxAttempts } from './mail-jobs.ts'
import type { AlertMailPorts } from './ports.ts'

const Payload = z.object({ id: z.string() })

/** Mails alerts until disposed. Starts with the alerts that were recorded before the queue existed. */
export async function openAlertMails(
  databaseUrl: string,
  ports: Omit<AlertMailPorts, 'limits'>,
): Promise<AsyncDisposable> {
  const queue = await openQueue({
    databaseUrl,
    tasks: { [mailTask]: (payload, { abortSignal }) => mailAlert(ports, Payload.parse(payload).id, abortSignal) },
    concurrency: 1,
    name: 'alert mails',
    log: ports.log,
  })
  const { db, clock } = ports
  const select = { alertId: true, alert: { select: { search: { select: { userId: true } } } } }
  const waiting = await db.alertMail.findMany({ where: { state: 'pending' }, select })
  for (const { alertId, alert } of waiting) await addMailJob(db, { alertId, userId: alert.search.userId })
  const restored = await db.alertMail.findMany({
    where: {
      state: 'failed',
      attempts: { lt: maxAttempts },
      triedAt: { lt: await queueSince(db) },
      alert: { at: { gte: new Date(clock.now() - maxAgeMs) } },
    },
    select: { ...select, attempts: true },
  })
  for (const { alertId, attempts, alert } of restored) {
    await addMailRetries(db, { alertId, attempts, userId: alert.search.userId })
  }
  return queue
}
