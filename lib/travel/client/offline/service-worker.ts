import { createAlertNotices, type ExchangedSubscription, type NoticePorts } from './alert-notices.ts'
import { readFirstAnswer } from './first-answer.ts'
import { createKeptPages, kindOf } from './kept-pages.ts'

/** The parts of a service worker's scope that are used here; the DOM types of pages do not have them. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends Extendable {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface MessageEvent extends Extendable {
  readonly data: unknown
}
interface PushEvent extends Extendable {
  readonly data: { text(): string } | null
}
interface NotificationEvent extends Extendable {
  readonly notification: Notification
}
interface WorkerScope {
  readonly location: Location
  readonly caches: CacheStorage
  readonly clients: NoticePorts['clients'] & { claim(): Promise<void> }
  readonly registration: NoticePorts['registration']
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Extendable & ExchangedSubscription) => void): void
}
declare const self: WorkerScope

const { origin } = self.location
const { caches, clients, registration } = self
const ask: typeof fetch = (...args) => fetch(...args)
const notices = createAlertNotices({ registration, clients, fetch: ask, origin })
const kept = createKeptPages({
  caches,
  fetch: ask,
  now: Date.now,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  origin,
  viewerChanged: () => notices.end(),
})

// Every page comes from the network if there is one, so a new worker can take over at once.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(kept.clean().then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  const { data } = event
  if (typeof data !== 'object' || data === null || !('viewer' in data) || typeof data.viewer !== 'string') return
  const seen = kept.see(data.viewer)
  const first = 'first' in data ? readFirstAnswer(data.first) : undefined
  event.waitUntil(seen.then(() => first && kept.firstAnswer(first)).catch(() => {}))
})

self.addEventListener('push', (event) => event.waitUntil(notices.show(event.data?.text())))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(notices.open(event.notification.data))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(notices.exchange(event).catch(() => {})))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const later = (work: Promise<unknown>) => event.waitUntil(work)
  switch (kindOf(request, origin)) {
    case 'page':
      event.respondWith(kept.page(request))
      break
    case 'answer':
      event.respondWith(kept.answer(request, later))
      break
    case 'asset':
      event.respondWith(kept.asset(request, later))
      break
    case 'trips':
      event.respondWith(
        fetch(request).then((response) => {
          if (response.ok) later(kept.tripsChanged().catch(() => {}))
          return response
        }),
      )
      break
    case undefined:
      // The browser handles the request.
      break
  }
})
