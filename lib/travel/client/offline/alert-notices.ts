import type { AlertNotice } from '../../model/push-subscription.ts'

/** The parts of a service worker's scope that are used here; the DOM types of pages do not have them. */
export interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
  navigate(url: string): Promise<unknown>
}
export interface NoticePorts {
  registration: {
    showNotification(title: string, options: object): Promise<void>
    pushManager?: Pick<PushManager, 'getSubscription' | 'subscribe'>
  }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  fetch: typeof globalThis.fetch
  origin: string
}

/** A browser's old and new push subscription, as far as the browser provides them. */
export interface ExchangedSubscription {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/** Price alerts as notifications. */
export function createAlertNotices({ registration, clients, fetch, origin }: NoticePorts) {
  return {
    /** Shows a notification for every message, even an invalid one, because browsers require it. */
    async show(message: string | undefined) {
      const notice = readNotice(message)
      const icon = '/app-icon/192'
      if (notice === undefined) return registration.showNotification('travel.aw', { icon, data: { path: tripsPath } })
      const { title, body, tag, path, language } = notice
      await registration.showNotification(title, {
        body,
        tag,
        // A newer alert replaces an older one, and is announced as well.
        renotify: true,
        lang: language,
        icon,
        badge: icon,
        data: { path },
      })
    },

    /** Opens the alert of a clicked notification, in the window with the saved trips if there is one. */
    async open(data: unknown) {
      const path = pathIn(data)
      const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
      const trips = windows.find(({ url }) => {
        const { origin: own, pathname } = new URL(url)
        return own === origin && pathname === tripsPath
      })
      if (trips === undefined) return void (await clients.openWindow(path))
      // Browsers allow `focus` only for a short time after the click, so it does not wait for the navigation.
      const focused = trips.focus().catch(() => {})
      try {
        await trips.navigate(new URL(path, origin).href)
      } catch {
        await clients.openWindow(path)
      }
      await focused
    },

    /** Tells the app that the browser has replaced its subscription. */
    async exchange({ oldSubscription, newSubscription }: ExchangedSubscription) {
      const applicationServerKey = oldSubscription?.options.applicationServerKey
      if (!oldSubscription || !applicationServerKey || !registration.pushManager) return
      const made =
        newSubscription ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
      const { endpoint, keys } = made.toJSON()
      const answer = await fetch('/api/push-subscriptions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint, keys, replaces: oldSubscription.endpoint }),
      })
      // The app refuses if it does not know the old endpoint for this person. It would never use the new one.
      if (!answer.ok && answer.status < 500) await made.unsubscribe()
    },

    /** Ends the subscription, because another person uses the browser. */
    async end() {
      await (await registration.pushManager?.getSubscription())?.unsubscribe()
    },
  }
}

const tripsPath = '/trips'
const tagForm = /^srch_[0-9A-Za-z]{22}$/
const pathForm = /^\/trips\?alert=alrt_[0-9A-Za-z]{22}#srch_[0-9A-Za-z]{22}$/
const languageForm = /^[a-z]{2}(-[A-Z]{2})?$/

/** The notice in a message, or undefined for any other content. */
function readNotice(message: string | undefined): AlertNotice | undefined {
  const value = valueIn(message)
  const { title, body, tag, path, language } = value
  const isText = typeof title === 'string' && title !== '' && title.length <= 200
  const isBody = typeof body === 'string' && body.length <= 300
  if (!isText || !isBody || !isOf(tagForm, tag) || !isOf(pathForm, path) || !isOf(languageForm, language))
    return undefined
  return { title, body, tag, path, language }
}

function valueIn(message: string | undefined): Partial<Record<keyof AlertNotice, unknown>> {
  try {
    const value: unknown = JSON.parse(message ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The path of an alert, or else the path of all saved trips. */
function pathIn(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : undefined
  return isOf(pathForm, path) ? path : tripsPath
}

const isOf = (form: RegExp, value: unknown): value is string => typeof value === 'string' && form.test(value)
