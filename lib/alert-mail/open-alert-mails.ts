import * as z from 'zod'
import { openQueue } from '#lib/queue/open-queue.ts'
import { mailAlert } from './mail-alert.ts'
import { addMailJob, mailTask } from './mail-jobs.ts'
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
  const waiting = await ports.db.alertMail.findMany({ where: { state: 'pending' }, select: { alertId: true } })
  for (const { alertId } of waiting) await addMailJob(ports.db, alertId)
  return queue
}
