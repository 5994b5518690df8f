import { createKeptPages, kindOf } from './kept-pages.ts'

/** The parts of a service worker's scope in use; the types of pages do not have them. */
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
interface WorkerScope {
  readonly location: Location
  readonly caches: CacheStorage
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}
declare const self: WorkerScope

const { origin } = self.location
const kept = createKeptPages({ caches: self.caches, fetch: (...args) => fetch(...args), now: Date.now, origin })

// Every page comes from the network if there is one, so a new worker can take over at once.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(kept.clean().then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  const { data } = event
  const isViewer = typeof data === 'object' && data !== null && 'viewer' in data && typeof data.viewer === 'string'
  if (isViewer) event.waitUntil(kept.see(String(data.viewer)).catch(() => {}))
})

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
      // The browser answers.
      break
  }
})
