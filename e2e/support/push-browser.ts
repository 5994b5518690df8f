import type { BrowserContext, Page } from '@playwright/test'
import type { PushTarget } from '#lib/travel/model/push-subscription.ts'

/**
 * The test browser reaches no push service, so its subscription gets the test's keys, and the test delivers the
 * messages.
 */
export const giveSubscription = (context: BrowserContext, subscription: PushTarget) =>
  context.addInitScript((given) => {
    const made = {
      ...given,
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem('subscribed')
        return true
      },
    }
    const current = () => (localStorage.getItem('subscribed') === null ? null : made)
    // Headless Chromium reports "denied" here even if the permission is granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Object.defineProperties(PushManager.prototype, {
      getSubscription: { value: async () => current() },
      subscribe: {
        value: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem('subscribed', applicationServerKey)
          return made
        },
      },
    })
  }, subscription)

/** Delivers a message to the service worker of the page, as a browser does. */
export async function deliver(page: Page, origin: string, data: string) {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (found !== undefined) resolve(found.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

/** The service worker, which records its notifications: headless Chromium refuses to show them. */
export async function workerOf(context: BrowserContext) {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      Reflect.set(globalThis, 'shown', { title, ...options })
    }
  })
  return {
    shown: () => worker.evaluate(() => Reflect.get(globalThis, 'shown')),
    /** Presses the notification. */
    press: () =>
      worker.evaluate(() => {
        const notification = { data: Reflect.get(globalThis, 'shown').data, close() {} }
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
      }),
  }
}
