import * as z from 'zod'
import { queueSince } from '#lib/platform/server/queue/jobs.ts'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import type { Upstreams } from '#runner/core/ports.ts'
import { classifyAddress } from '#runner/egress/address-policy.ts'
import { createConnections } from '#runner/egress/connections.ts'
import { systemResolve } from '#runner/egress/resolve.ts'
import type { AlertPushPorts } from './ports.ts'
import { maxAgeMs, maxAttempts, pushAlert } from './push-alert.ts'
import { addPushJob, addPushRetry, pushTask } from './push-jobs.ts'
import { type AlertPush, createAlertPush } from './push-subscriptions.ts'
import { createSendPush, vapidKeysOf } from './send-push.ts'

type Options = Pick<AlertPushPorts, 'db' | 'moreHosts' | 'seal' | 'places' | 'clock' | 'randomBytes' | 'log'> & {
  readonly secret: Uint8Array
  /** The operator's contact for push services. Undefined: the URL of the app. */
  readonly subject: string | undefined
  readonly baseUrl: string
  readonly upstreams: Upstreams
}

const limits = { connectTimeoutMs: 10_000, idleTimeoutMs: 15_000, maxHeaderBytes: 16 * 1024, connectionsPerPool: 2 }

/**
 * The app's URL as its contact, or a fixed URL for an app without https, because push services require an https URL. An
 * app without https serves only browsers on the same machine.
 */
const subjectOf = (baseUrl: string): string => (baseUrl.startsWith('https:') ? baseUrl : 'https://127.0.0.1')

/** Price alerts of this instance as messages to browsers. Disposing `opened` closes the connections. */
export function openAlertPush(
  { secret, subject, baseUrl, upstreams, ...rest }: Options,
  opened: AsyncDisposableStack,
): { readonly alertPush: AlertPush; readonly ports: AlertPushPorts } {
  const keys = vapidKeysOf(secret)
  const connections = opened.use(
    createConnections({ resolve: systemResolve, addressPolicy: classifyAddress, ca: undefined, limits }),
  )
  const send = createSendPush({
    keys,
    subject: subject ?? subjectOf(baseUrl),
    moreHosts: rest.moreHosts,
    connections,
    upstreams,
    nowMs: rest.clock.now,
  })
  const ports = { ...rest, keys, send }
  return { alertPush: createAlertPush(ports), ports }
}

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
