import type { Upstreams } from '#runner/core/ports.ts'
import { classifyAddress } from '#runner/egress/address-policy.ts'
import { createConnections } from '#runner/egress/connections.ts'
import { systemResolve } from '#runner/egress/resolve.ts'
import type { AlertPushPorts } from './ports.ts'
import { type AlertPush, createAlertPush } from './push-subscriptions.ts'
import { createSendPush } from './send-push.ts'
import { vapidKeysOf } from './vapid-keys.ts'

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
