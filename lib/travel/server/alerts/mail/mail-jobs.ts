import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { addJob, hasQueue, type Transaction } from '#lib/platform/server/queue/jobs.ts'

/** A job sends the mail about one alert. */
export const mailTask = 'mail_price_alert'

/** The waits between attempts grow from 3 seconds to about 50 minutes. */
export const maxAttempts = 9

/** An alert and its person. */
type MailId = { readonly alertId: string; readonly userId: string }

const jobOf = ({ alertId: id, userId }: MailId) => ({
  task: mailTask,
  payload: { id },
  key: `mail ${id}`,
  owner: userId,
})

/**
 * Adds the job of an alert's mail, committed with the transaction. Does nothing before the app's first start, when
 * there is no queue.
 */
export async function addMailJob(tx: Transaction, id: MailId): Promise<void> {
  if (!(await hasQueue(tx))) return
  await addJob(tx, { ...jobOf(id), maxAttempts, mode: 'preserve_run_at' })
}

/** Adds the job of a failed mail, for the attempts that are left. Changes no existing job. */
export const addMailRetries = (tx: Transaction, { attempts, ...id }: MailId & { attempts: number }): Promise<void> =>
  addJob(tx, { ...jobOf(id), maxAttempts: maxAttempts - attempts, mode: 'unsafe_dedupe' })

/** Queues the mail about a new alert, if its person wants mails. Committed with the alert. */
export async function noteAlertMail(tx: Prisma.TransactionClient, alertId: string, userId: string): Promise<void> {
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: { email: true, confirmedEmail: true, mailsAlerts: true },
  })
  if (user === null || !wantsMails(user)) return
  await tx.alertMail.create({ data: { alertId } })
  await addMailJob(tx, { alertId, userId })
}

/** Whether the person gets alert mails. An address that changed after its confirmation gets no mails. */
export const wantsMails = (user: {
  email: string | null
  confirmedEmail: string | null
  mailsAlerts: boolean
}): boolean => user.mailsAlerts && isConfirmed(user)

export const isConfirmed = ({
  email,
  confirmedEmail,
}: {
  email: string | null
  confirmedEmail: string | null
}): boolean => email !== null && email === confirmedEmail
