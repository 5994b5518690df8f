import { addJob, hasQueue, type Transaction } from '#lib/platform/server/queue/jobs.ts'

/** A job delivers one message. */
export const deliveryTask = 'deliver_message'

/** The waits between attempts grow from 3 seconds to 6 hours. After the last attempt, only an operator can retry. */
export const maxAttempts = 12

/** A message and its sender. */
type Sent = { readonly id: string; readonly principalId: string }

const jobOf = ({ id, principalId }: Sent) => ({ task: deliveryTask, payload: { id }, key: id, owner: principalId })

/**
 * Adds the delivery jobs of messages, committed with the transaction. Senders take turns. An existing job keeps its time; with `isNew`, it
 * starts again immediately.
 *
 * Does nothing before the app's first start, when there is no queue: that start adds jobs for all pending messages.
 */
export async function addDelivery(
  tx: Transaction,
  messages: readonly Sent[],
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  if (!(await hasQueue(tx))) return
  const mode = isNew ? 'replace' : 'preserve_run_at'
  for (const message of messages) await addJob(tx, { ...jobOf(message), maxAttempts, mode })
}

/**
 * Adds the job of a message whose last attempt failed, for the attempts that are left. Changes no existing job.
 */
export const addRetries = (tx: Transaction, { attempts, ...message }: Sent & { attempts: number }): Promise<void> =>
  addJob(tx, { ...jobOf(message), maxAttempts: maxAttempts - attempts, mode: 'unsafe_dedupe' })

/** The time of the next attempt of each message. Messages that only an operator can retry are absent. */
export async function nextAttempts(
  tx: Pick<Transaction, '$queryRaw'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0 || !(await hasQueue(tx))) return new Map()
  const jobs = await tx.$queryRaw<{ key: string; run_at: Date }[]>`
    select key, run_at from graphile_worker.jobs where key = any(${ids}) and attempts < max_attempts`
  return new Map(jobs.map(({ key, run_at }) => [key, run_at]))
}
