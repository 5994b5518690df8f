import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { addPushJob } from '#lib/alert-push/push-jobs.ts'
import { createTestBrowser, openPushService, vapidOf } from '#lib/alert-push/testing/push-service.ts'
import type { PushTarget } from '#lib/shared/push-subscription.ts'
import { expectNoViolations } from '../support/axe.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { haveAccount } from '../support/people.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** The test browser reaches no push service: its subscription has the keys of the test, which delivers the messages. */
const giveSubscription = (context: BrowserContext, subscription: PushTarget) =>
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
    // Without a window, Chromium says "denied" here even when the permission is given.
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

/** Notes an alert of the only saved search, whose message is due. */
const noteAlert = (app: OwnApp) =>
  app.inDatabase(async (db) => {
    const { id: searchId, currency } = await db.savedSearch.findFirstOrThrow()
    const { id: subscriptionId } = await db.pushSubscription.findFirstOrThrow()
    const alertId = 'alrt_0123456789abcdefghijkl'
    await db.priceAlert.create({
      data: { id: alertId, searchId, at: new Date(), amount: 399, currency, data: 'sample' },
    })
    await db.alertPush.create({ data: { alertId, subscriptionId } })
    await addPushJob(db, { alertId, subscriptionId })
    return { alertId, searchId }
  })

/** Delivers a message to the service worker of the page, as a browser does. */
async function deliver(page: Page, origin: string, data: string) {
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

/** The service worker, which notes what it would show: Chromium without a window refuses every notification. */
async function workerOf(context: BrowserContext) {
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

test('a price that falls reaches the service worker of a browser, whose notification leads to the search', async ({
  page,
  context,
}) => {
  await using service = await openPushService({ isSecure: false })
  await using app = await createOwnApp({
    TRAVEL_PUSH_HOSTS: 'push.example.com',
    TRAVEL_UPSTREAMS: JSON.stringify({ 'push.example.com': `http://127.0.0.1:${service.port}` }),
  })
  await app.start()
  const browser = createTestBrowser()
  await giveSubscription(context, browser.subscription('https://push.example.com/push/1'))
  await context.grantPermissions(['notifications'], { origin: app.url })
  await haveAccount(page.request, 'traveler', app)
  const headers = { origin: app.url }
  const search = { kind: 'flights', search: `origin=AMS&destination=AUA&date=${dayIn(90)}` }
  const saved = await page.request.post(`${app.url}/api/saved-searches`, { headers, data: search })
  expect(saved.status(), await saved.text()).toBe(201)

  await page.goto(`${app.url}/trips`)
  const toggle = page.getByRole('switch', { name: 'Notifications in this browser' })
  await expect(toggle).not.toBeChecked()
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()
  await expect(page.getByText('This browser shows a notification when a price falls')).toBeVisible()
  await expectNoViolations(page)
  await page.reload()
  await expect(toggle).toBeChecked()

  const { alertId, searchId } = await noteAlert(app)
  await expect.poll(() => service.messages.length).toBe(1)
  const [message] = service.messages
  if (message === undefined) throw new Error('no message')
  const publicKey = await page.evaluate(() => localStorage.getItem('subscribed'))
  expect(vapidOf(message.headers)).toMatchObject({ aud: 'https://push.example.com', publicKey })

  await page.goto(`${app.url}/trips`)
  const worker = await workerOf(context)
  await deliver(page, app.url, browser.read(message.body))
  await expect.poll(() => worker.shown()).toMatchObject({ tag: searchId, icon: '/app-icon/192' })
  expect((await worker.shown()).title).toMatch(/^Amsterdam to Oranjestad: the price fell to .*399/)
  await worker.press()
  await page.waitForURL(`${app.url}/trips?alert=${alertId}#${searchId}`)
  await expect(page.locator(`#${searchId}`)).toBeInViewport()

  await toggle.click()
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await expect(toggle).toBeChecked()
  const count = () => app.inDatabase((db) => db.pushSubscription.count({ where: { session: { revokedAt: null } } }))
  expect(await count()).toBe(1)
  await page.goto(`${app.url}/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/account')
  expect(await count()).toBe(0)
})

test('strangers and other sites cannot register a browser, and no address but a push service is taken', async ({
  request,
  guestPage,
  baseURL,
}) => {
  const path = '/api/push-subscriptions'
  const target = createTestBrowser().subscription('https://fcm.googleapis.com/fcm/send/1')
  const own = { origin: new URL(baseURL ?? '').origin }
  expect((await request.post(path, { headers: own, data: target })).status()).toBe(401)
  const guest = guestPage.request
  expect((await guest.post(path, { headers: { origin: 'https://evil.example' }, data: target })).status()).toBe(403)
  for (const endpoint of ['https://169.254.169.254/latest', 'http://fcm.googleapis.com/a', 'https://localhost/a'])
    expect((await guest.post(path, { headers: own, data: { ...target, endpoint } })).status(), endpoint).toBe(400)
  expect((await guest.post(path, { headers: own, data: { ...target, more: 1 } })).status()).toBe(400)
  const registered = await guest.post(path, { headers: own, data: target })
  expect([registered.status(), await registered.json()]).toEqual([200, { browsers: 1 }])
  const id = createHash('sha256').update(target.endpoint).digest('hex')
  expect((await guest.delete(`${path}/1`, { headers: own })).status()).toBe(404)
  const ended = await guest.delete(`${path}/${id}`, { headers: own })
  expect([ended.status(), await ended.json()]).toEqual([200, { browsers: 0 }])
})
