import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Task } from '../../model/console-overview.ts'

type Delivery = Extract<Task, { kind: 'delivery' }>

/** A failed price alert is too late to matter after this time. */
const recentMs = 7 * 24 * 60 * 60_000

/** Urgent messages that did not reach the operator, neither here nor through a channel. The latest first. */
export async function urgentMessages(db: DatabaseClient): Promise<Task[]> {
  const rows = await db.operatorMessage.findMany({
    where: { urgent: true, readAt: null, state: { not: 'delivered' }, executionId: { not: null } },
    orderBy: [{ notedAt: 'desc' }, { id: 'desc' }],
    take: 100,
    select: { id: true, skill: true, notedAt: true },
  })
  return rows.map(({ id, skill, notedAt }) => ({ kind: 'message', id, skill, noted_at: notedAt.toISOString() }))
}

/** Failed deliveries, one task for all that failed in the same way for the same reason. The most frequent first. */
export async function failedDeliveries(db: DatabaseClient, now: Date): Promise<Delivery[]> {
  const since = new Date(now.getTime() - recentMs)
  const failed = { state: 'failed' as const, triedAt: { gt: since } }
  const [messages, mails, pushes] = await Promise.all([
    db.operatorMessage.groupBy({
      by: ['channel', 'lastError'],
      // An alert about a failed alert would never end.
      where: { state: 'delivery_failed', readAt: null, executionId: { not: null } },
      _count: true,
    }),
    db.alertMail.groupBy({ by: ['lastError'], where: failed, _count: true }),
    db.alertPush.groupBy({ by: ['lastError'], where: failed, _count: true }),
  ])
  const taskOf = (channel: string | null, error: string | null, count: number): Delivery => ({
    kind: 'delivery',
    channel: channel ?? 'unknown',
    error: error ?? 'The reason is unknown',
    count,
  })
  return [
    ...messages.map(({ channel, lastError, _count }) => taskOf(channel, lastError, _count)),
    ...mails.map(({ lastError, _count }) => taskOf('price alerts by e-mail', lastError, _count)),
    ...pushes.map(({ lastError, _count }) => taskOf('price alerts in browsers', lastError, _count)),
  ].sort((a, b) => b.count - a.count)
}
