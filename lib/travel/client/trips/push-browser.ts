import type { AlertPushView } from '../../model/push-subscription.ts'

/**
 * Whether this browser gets alerts. `denied`: its person has blocked notifications of this site. `failing`: on, but the
 * last alert may not have arrived.
 */
export type PushStanding = 'unsupported' | 'denied' | 'on' | 'failing' | 'off'

/**
 * `dismissed`: the person closed the question unanswered. `failed`: the push service or the app refused, or was not
 * reached.
 */
type PushChange = PushStanding | 'dismissed' | 'failed'

const address = '/api/push-subscriptions'
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Asks for no permission. A subscription that the app does not know for this person counts as off. */
export async function pushStanding({ browsers, failing }: AlertPushView): Promise<PushStanding> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration('/')
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return 'off'
  const id = await hashOf(subscription.endpoint)
  if (!browsers.includes(id)) return 'off'
  return failing.includes(id) ? 'failing' : 'on'
}

/**
 * Asks the person for permission, and registers this browser in the app. Always creates a new subscription, because an
 * old one may belong to another person.
 */
export async function turnPushOn(publicKey: string): Promise<PushChange> {
  try {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    const { endpoint, keys } = made.toJSON()
    const body = JSON.stringify({ endpoint, keys })
    const headers = { 'content-type': 'application/json' }
    if (await isDone(fetch(address, { method: 'POST', headers, body }))) return 'on'
    await made.unsubscribe()
    return 'failed'
  } catch {
    return 'failed'
  }
}

/**
 * Ends the alerts in this browser. Without a connection, only the browser ends its subscription; the app learns of this
 * when it sends the next alert.
 */
export async function turnPushOff(): Promise<PushChange> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await pushManager.getSubscription()
    if (subscription === null) return 'off'
    const { endpoint } = subscription
    const isEnded = await subscription.unsubscribe()
    const isTold = await isDone(fetch(`${address}/${await hashOf(endpoint)}`, { method: 'DELETE' }))
    return isEnded || isTold ? 'off' : 'failed'
  } catch {
    return 'failed'
  }
}

const isDone = (answer: Promise<Response>): Promise<boolean> =>
  answer.then(
    ({ ok }) => ok,
    () => false,
  )

/** The id of an endpoint in the app: its SHA-256 hash in hex. */
async function hashOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
