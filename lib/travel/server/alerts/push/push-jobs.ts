import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { addJob, hasQueue, type Transaction } from '#lib/platform/server/queue/jobs.ts'

/** A job sends one alert to one browser. */
export const pushTask = 'push_price_alert'

/** Attempts after a fault of the app or the database. After a failed delivery, the job itself sets the next attempt. */
const maxFaults = 5

export type PushId = { readonly alertId: string; readonly subscriptionId: string }

/** With the person to whom the browser belongs. */
type OwnPush = PushId & { readonly userId: string }

const jobOf = ({ alertId, subscriptionId, userId }: OwnPush) => ({
  task: pushTask,
  payload: { alertId, subscriptionId },
  key: `push ${alertId} ${subscriptionId}`,
  owner: userId,
  maxAttempts: maxFaults,
})

/**
 * Adds or reschedules the job of a message, committed with the transaction. `waitMs` counts from the current time of
 * the database.
 */
export async function addPushJob(tx: Transaction, id: OwnPush, waitMs = 0): Promise<void> {
  if (!(await hasQueue(tx))) return
  await addJob(tx, { ...jobOf(id), runAt: Prisma.sql`now() + make_interval(secs => ${waitMs / 1000}::float8)` })
}

/** Adds the job of a failed message. Changes no existing job. */
export const addPushRetry = (tx: Transaction, id: OwnPush): Promise<void> =>
  addJob(tx, { ...jobOf(id), mode: 'unsafe_dedupe' })

/** Queues the messages about a new alert, one for each browser of its person. Committed with the alert. */
export async function noteAlertPushes(
  tx: Prisma.TransactionClient,
  alertId: string,
  userId: string,
  at: Date,
): Promise<void> {
  const browsers = await tx.pushSubscription.findMany({
    where: { userId, session: lastingAt(at) },
    select: { id: true },
  })
  for (const { id: subscriptionId } of browsers) {
    await tx.alertPush.create({ data: { alertId, subscriptionId } })
    await addPushJob(tx, { alertId, subscriptionId, userId })
  }
}

/** Selects valid sessions: a browser that is signed out gets no alerts. */
export const lastingAt = (at: Date) => ({ revokedAt: null, expiresAt: { gt: at } })
