import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'
import { browserWith, createTestAuth } from '#lib/platform/server/auth/testing.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createSeal } from '#lib/platform/server/secrets/aes-gcm.ts'
import { classifyAddress } from '#runner/egress/address-policy.ts'
import { createConnections } from '#runner/egress/connections.ts'
import { loopbackToo } from '#runner/egress/testing/engine-fixture.ts'
import { testAuthority } from '#runner/egress/testing/tls-fixture.ts'
import { maxBrowsers } from '../../../model/push-subscription.ts'
import { createPlaces } from '../../places/places.ts'
import { createSavedSearches } from '../../saved-searches/saved-searches.ts'
import { FakeSource, fakePorts, query } from '../../saved-searches/testing/fake-source.ts'
import { openAlertPushes } from './open-alert-push.ts'
import type { AlertPushPorts } from './ports.ts'
import { pushAlert } from './push-alert.ts'
import { createAlertPush } from './push-subscriptions.ts'
import { createSendPush, vapidKeysOf } from './send-push.ts'
import { createTestBrowser, openPushService, vapidOf } from './testing/push-service.ts'

const hourMs = 3_600_000
const places = createPlaces()
const keys = vapidKeysOf(new Uint8Array(32).fill(5))
const seal = createSeal(new Uint8Array(32).fill(6), randomBytes)
const english = { language: 'en', locale: 'en-US' }
const people = {
  ana: { email: 'ana@example.com', password: 'quiet harbour lights' },
  ben: { email: 'ben@example.com', password: 'quiet harbour lights' },
}

let database: TestDatabase
let service: Awaited<ReturnType<typeof openPushService>>
let auth: ReturnType<typeof createTestAuth>
const opened: AsyncDisposable[] = []

beforeEach(async () => {
  database = await emptyTestDatabase()
  service = await openPushService()
  auth = createTestAuth(database.client)
  auth.clock.advance(Date.now() - auth.clock.now())
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  // The next test installs the queue itself.
  await database.client.$executeRaw`drop schema if exists graphile_worker cascade`
  await database[Symbol.asyncDispose]()
})

const serviceHost = () => `api.example.com:${service.port}`
const endpointOf = (name: string) => `https://${serviceHost()}/push/${name}`
/** The id of a browser: the sha256 of its endpoint. */
const idOf = (name: string) => createHash('sha256').update(endpointOf(name)).digest('hex')

function portsOf({ addressPolicy = loopbackToo, moreHosts = [serviceHost()] } = {}): AlertPushPorts {
  const limits = { connectTimeoutMs: 5000, idleTimeoutMs: 5000, maxHeaderBytes: 16_384, connectionsPerPool: 2 }
  const resolve = async () => ['127.0.0.1']
  const connections = createConnections({ resolve, addressPolicy, ca: testAuthority, limits })
  opened.push(connections)
  const upstreams = { of: () => undefined }
  const subject = 'https://travel.example.com'
  const { now } = auth.clock
  return {
    db: database.client,
    keys,
    moreHosts,
    send: createSendPush({ keys, subject, moreHosts, connections, upstreams, nowMs: now }),
    seal,
    places,
    clock: auth.clock,
    randomBytes,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
}

/** Creates an account in a new browser. Returns the browser's headers and the signed-in person. */
async function signedUp(name: keyof typeof people) {
  const headers = browserWith(got(await auth.auth.signUp(people[name], browserWith())))
  return { headers, ...(await whoIn(headers)) }
}

async function whoIn(headers: Headers) {
  const signedIn = await auth.auth.readSession(headers)
  if (signedIn === null) throw new Error('nobody is signed in')
  return signedIn
}

/** Saves a search at 500, whose price then falls to 400. Returns the alert's id. */
async function falls(userId: string): Promise<string> {
  const source = new FakeSource('a', 500)
  const db = database.client
  const searches = createSavedSearches(fakePorts({ db, clock: auth.clock, sources: [source] }))
  const wanted = { kind: 'flights', search: query, rule: { type: 'below_saved' } } as const
  const principal = principalOf({ id: userId, role: 'traveler', isGuest: false })
  const saved = got(await searches.save(wanted, contextOf(principal), new AbortController().signal))
  for (const price of [500, 400]) {
    source.offered = price
    auth.clock.advance(7 * hourMs)
    await searches.run(saved.id)
  }
  return (await db.priceAlert.findFirstOrThrow({ where: { search: { userId } }, orderBy: { at: 'desc' } })).id
}

const states = async () =>
  (await database.client.alertPush.findMany({ orderBy: { subscriptionId: 'asc' } })).map(({ state }) => state)

/** Sends an alert to each of its browsers, as the queue does. */
async function pushAll(ports: AlertPushPorts, alertId: string): Promise<void> {
  for (const { subscriptionId } of await database.client.alertPush.findMany({ where: { alertId } }))
    await pushAlert(ports, { alertId, subscriptionId })
}

/** The seconds until the next attempt of the only message. */
async function dueInS(): Promise<number> {
  const jobs = await database.client.$queryRaw<{ left: number }[]>`
    select extract(epoch from run_at - now())::float8 as left from graphile_worker.jobs where key like 'push %'`
  expect(jobs).toHaveLength(1)
  return jobs[0]?.left ?? 0
}

/** Creates the tables of the queue. The test runs the jobs itself. */
const makeQueue = async () => (await openAlertPushes(database.url, portsOf()))[Symbol.asyncDispose]()

/** Ana, who gets alerts in a browser, and an alert for her. */
async function subject(options?: Parameters<typeof portsOf>[0]) {
  const ports = portsOf(options)
  const push = createAlertPush(ports)
  const browser = createTestBrowser()
  const ana = await signedUp('ana')
  got(await push.subscribe(ana, browser.subscription(endpointOf('a')), english))
  return { ports, push, browser, ana, alertId: await falls(ana.userId) }
}

test('a fallen price sends one message, encrypted for the browser and signed by the app', async () => {
  const { ports, browser, alertId } = await subject()
  await pushAll(ports, alertId)
  await pushAll(ports, alertId)
  expect(await states()).toEqual(['sent'])
  expect(service.messages).toHaveLength(1)
  const [message] = service.messages
  if (message === undefined) throw new Error('no message')
  const { searchId } = await database.client.priceAlert.findFirstOrThrow()
  expect(message.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: searchId })
  expect(message.headers['content-encoding']).toBe('aes128gcm')
  expect(message.path).toBe('/push/a')
  expect(JSON.parse(browser.read(message.body))).toEqual({
    title: 'Amsterdam to Oranjestad: the price fell to $400',
    body: expect.stringMatching(/^\w{3} \d+ \w{3} 20\d\d\. The first price was \$500\.$/),
    tag: searchId,
    path: `/trips?alert=${alertId}#${searchId}`,
    language: 'en',
  })
  expect(message.body.toString('latin1')).not.toContain('Amsterdam')
  expect(() => createTestBrowser().read(message.body)).toThrow()
  const vapid = vapidOf(message.headers)
  expect(vapid).toMatchObject({
    aud: `https://${serviceHost()}`,
    sub: 'https://travel.example.com',
    publicKey: keys.publicKey,
  })
  expect(vapid.exp).toBeLessThanOrEqual(Date.now() / 1000 + 86_400)
})

test('the push endpoint and the keys of a browser are stored encrypted', async () => {
  const { browser } = await subject()
  const stored = JSON.stringify(await database.client.pushSubscription.findMany())
  const { endpoint, keys: own } = browser.subscription(endpointOf('a'))
  for (const secret of [endpoint, own.p256dh, own.auth, 'example.com']) expect(stored).not.toContain(secret)
})

test.each([404, 410])('the status %i of a push service deletes the subscription', async (status) => {
  const { ports, push, ana, alertId } = await subject()
  service.answer = (response) => response.writeHead(status).end()
  await pushAll(ports, alertId)
  expect(await database.client.pushSubscription.count()).toBe(0)
  expect((await push.view(ana)).browsers).toEqual([])
})

test.each([
  [429, { 'retry-after': '120' }, 120],
  // With a wait of zero or a date in the past, the app's own wait applies.
  [429, { 'retry-after': '0' }, 30],
  [503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 30],
  [500, {}, 30],
  // The retry would come after the alert expires, so the job is not rescheduled.
  [503, { 'retry-after': '86400' }, 0],
])('after status %i with headers %j, the job is due in %i s, and a retry succeeds', async (status, headers, waitS) => {
  await makeQueue()
  const { ports, alertId } = await subject()
  service.answer = (response) => response.writeHead(status, headers).end()
  await pushAll(ports, alertId)
  expect(await database.client.alertPush.findFirst()).toMatchObject({ state: 'failed', attempts: 1 })
  const leftS = await dueInS()
  expect(leftS).toBeLessThanOrEqual(waitS)
  expect(leftS).toBeGreaterThan(waitS - 25)
  service.answer = (response) => response.writeHead(201).end()
  await pushAll(ports, alertId)
  expect(await states()).toEqual(['sent'])
  expect(service.messages).toHaveLength(2)
})

test('a push service that is down for hours gets the message later, even if it names short waits', async () => {
  await makeQueue()
  const { ports, alertId } = await subject()
  service.answer = (response) => response.writeHead(503, { 'retry-after': '60' }).end()
  let waitedS = 0
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await pushAll(ports, alertId)
    waitedS += await dueInS()
  }
  expect(waitedS).toBeGreaterThan(3 * 3600)
})

test('the queue sends a pending message once, even if the app restarts', async () => {
  const { ports } = await subject()
  for (const _ of [1, 2]) {
    await using _queue = await openAlertPushes(database.url, ports)
    await expect.poll(states).toEqual(['sent'])
    await expect.poll(() => database.client.$queryRaw`select key from graphile_worker.jobs`).toEqual([])
  }
  expect(service.messages).toHaveLength(1)
})

test('after a restore, which brings no jobs, a failed message is tried again, and a later start does not hasten it', async () => {
  const { ports, alertId } = await subject()
  service.answer = (response) => response.writeHead(503).end()
  await pushAll(ports, alertId)
  const tried = { triedAt: new Date(Date.now() - hourMs) }
  await database.client.alertPush.updateMany({ data: tried })
  const attempts = async () => (await database.client.alertPush.findFirstOrThrow()).attempts
  {
    await using _queue = await openAlertPushes(database.url, ports)
    await expect.poll(attempts).toBe(2)
    await expect.poll(states).toEqual(['failed'])
    await expect.poll(dueInS).toBeGreaterThan(30)
  }
  await database.client.alertPush.updateMany({ data: tried })
  await makeQueue()
  expect(await dueInS()).toBeGreaterThan(30)
  expect(await attempts()).toBe(2)
})

test('a message that may have arrived is not sent again', async () => {
  const { ports, alertId } = await subject()
  service.answer = (response) => response.destroy()
  await pushAll(ports, alertId)
  expect(await states()).toEqual(['unknown'])
  service.answer = (response) => response.writeHead(201).end()
  await pushAll(ports, alertId)
  await database.client.alertPush.updateMany({ data: { state: 'sending' } })
  await pushAll(ports, alertId)
  expect(await states()).toEqual(['unknown'])
  expect(service.messages).toHaveLength(1)
})

test('an unreachable push service is tried again, and the stored error does not contain its address', async () => {
  await makeQueue()
  const { ports, alertId } = await subject()
  await service[Symbol.asyncDispose]()
  await pushAll(ports, alertId)
  const failed = await database.client.pushSubscription.findFirstOrThrow()
  expect(await states()).toEqual(['failed'])
  expect(failed.lastError).toBe('The push service could not be reached (ECONNREFUSED)')
  expect(failed.failedAt).not.toBeNull()
  expect(await dueInS()).toBeGreaterThan(5)
  service = await openPushService()
})

test('a browser that may have missed the last alert is listed as failing until an alert arrives', async () => {
  const { ports, push, ana, alertId } = await subject()
  expect((await push.view(ana)).failing).toEqual([])
  service.answer = (response) => response.writeHead(503).end()
  await pushAll(ports, alertId)
  expect(await push.view(ana)).toMatchObject({ browsers: [idOf('a')], failing: [idOf('a')] })
  service.answer = (response) => response.writeHead(201).end()
  await pushAll(ports, alertId)
  expect(await push.view(ana)).toMatchObject({ browsers: [idOf('a')], failing: [] })
})

test('the app sends nothing to a private address, follows no redirect, and accepts a response of 1 MB', async () => {
  const { ports, alertId } = await subject()
  const strict = portsOf({ addressPolicy: classifyAddress })
  await pushAll(strict, alertId)
  expect(service.messages).toEqual([])
  expect(await database.client.alertPush.findFirst()).toMatchObject({
    state: 'failed',
    lastError: 'The address of the push service is not public',
  })
  await database.client.alertPush.updateMany({ data: { state: 'pending' } })
  service.answer = (response) => response.writeHead(307, { location: endpointOf('elsewhere') }).end()
  await pushAll(ports, alertId)
  expect(service.messages.map(({ path }) => path)).toEqual(['/push/a'])
  await database.client.alertPush.updateMany({ data: { state: 'pending' } })
  service.answer = (response) => response.writeHead(201).end(Buffer.alloc(1_000_000))
  await pushAll(ports, alertId)
  expect(await states()).toEqual(['sent'])
})

test('an endpoint whose host is no longer allowed gets no message', async () => {
  const { alertId } = await subject()
  await pushAll(portsOf({ moreHosts: [] }), alertId)
  expect(service.messages).toEqual([])
  expect(await states()).toEqual(['failed'])
})

test('the app skips an alert that is older than a day, already seen, or about a paused search', async () => {
  const { ports, alertId } = await subject()
  const { db } = ports
  const skipped = async (change: () => Promise<unknown>, undo: () => Promise<unknown>) => {
    await change()
    await pushAll(ports, alertId)
    expect(await states()).toEqual(['skipped'])
    await undo()
    await db.alertPush.updateMany({ data: { state: 'pending' } })
  }
  const search = (pausedAt: Date | null) => db.savedSearch.updateMany({ data: { pausedAt } })
  const seen = (seenAt: Date | null) => db.priceAlert.updateMany({ data: { seenAt } })
  await skipped(
    () => search(new Date()),
    () => search(null),
  )
  await skipped(
    () => seen(new Date()),
    () => seen(null),
  )
  await skipped(
    async () => auth.clock.advance(25 * hourMs),
    async () => auth.clock.advance(-25 * hourMs),
  )
  expect(service.messages).toEqual([])
  await pushAll(ports, alertId)
  expect(service.messages).toHaveLength(1)
})

test('signing out skips pending alerts to that browser; subscribing elsewhere deletes its subscription', async () => {
  const { ports, push, ana, alertId } = await subject()
  await auth.auth.signOut(ana.headers)
  await pushAll(ports, alertId)
  expect(service.messages).toEqual([])
  expect(await states()).toEqual(['skipped'])
  expect((await push.view(ana)).browsers).toEqual([])
  const elsewhere = await whoIn(browserWith(got(await auth.auth.signIn(people.ana, browserWith()))))
  got(await push.subscribe(elsewhere, createTestBrowser().subscription(endpointOf('b')), english))
  expect(await database.client.pushSubscription.findMany()).toMatchObject([{ endpointHash: idOf('b') }])
})

test("a second person who signs in to the same browser gets none of the first person's alerts", async () => {
  const { ports, push, ana, alertId, browser } = await subject()
  const ben = await signedUp('ben')
  await auth.auth.signOut(ben.headers)
  const headers = browserWith(got(await auth.auth.signIn(people.ben, ana.headers)))
  await pushAll(ports, alertId)
  expect(service.messages).toEqual([])
  // A real browser creates a new endpoint here. A reused endpoint belongs to the latest person.
  got(await push.subscribe(await whoIn(headers), browser.subscription(endpointOf('a')), english))
  expect((await push.view(ana)).browsers).toEqual([])
  expect((await push.view(ben)).browsers).toEqual([idOf('a')])
  await database.client.savedSearch.deleteMany()
  await pushAll(ports, await falls(ana.userId))
  expect(service.messages).toEqual([])
})

test('a browser still gets alerts after the person signs in again or changes the password in it', async () => {
  const { ports, ana, alertId } = await subject()
  const again = browserWith(got(await auth.auth.signIn(people.ana, ana.headers)))
  const form = { current: people.ana.password, password: 'another quiet harbour' }
  got(await auth.auth.changePassword(form, await whoIn(again), again))
  await pushAll(ports, alertId)
  expect(await states()).toEqual(['sent'])
})

test('changing the password stops the alerts to all other browsers', async () => {
  const { ports, ana, alertId } = await subject()
  const elsewhere = browserWith(got(await auth.auth.signIn(people.ana, browserWith())))
  const form = { current: people.ana.password, password: 'another quiet harbour' }
  got(await auth.auth.changePassword(form, await whoIn(elsewhere), elsewhere))
  await pushAll(ports, alertId)
  expect(service.messages).toEqual([])
  expect(await auth.auth.readSession(ana.headers)).toBeNull()
})

test('deleting the account deletes its push subscriptions', async () => {
  const { ana } = await subject()
  got(await auth.auth.deleteAccount({ current: people.ana.password }, ana, ana.headers))
  expect(await database.client.pushSubscription.count()).toBe(0)
  expect(await database.client.alertPush.count()).toBe(0)
})

test('a subscription beyond the limit for a person replaces the oldest', async () => {
  const push = createAlertPush(portsOf())
  const ana = await signedUp('ana')
  for (let at = 0; at <= maxBrowsers; at += 1) {
    auth.clock.advance(1000)
    got(await push.subscribe(ana, createTestBrowser().subscription(endpointOf(`${at}`)), english))
  }
  const { browsers } = await push.view(ana)
  expect(browsers).toHaveLength(maxBrowsers)
  expect(browsers).not.toContain(idOf('0'))
  expect(await database.client.pushSubscription.count()).toBe(maxBrowsers)
})

test('a person can replace and delete only their own subscriptions', async () => {
  const { push, browser, ana } = await subject()
  const ben = await signedUp('ben')
  const next = browser.subscription(endpointOf('b'))
  expect(await push.subscribe(ben, { ...next, replaces: endpointOf('a') }, english)).toMatchObject({
    error: { code: 'NOT_FOUND' },
  })
  expect(await push.unsubscribe(ben, idOf('a'))).toEqual({ browsers: 0 })
  expect((await push.view(ana)).browsers).toHaveLength(1)
  expect(got(await push.subscribe(ana, { ...next, replaces: endpointOf('a') }, english))).toEqual({ browsers: 1 })
  expect(await push.unsubscribe(ana, idOf('a'))).toEqual({ browsers: 1 })
  expect(await push.unsubscribe(ana, idOf('b'))).toEqual({ browsers: 0 })
})

test('a subscription with an unknown push service or an invalid key is rejected', async () => {
  const push = createAlertPush(portsOf({ moreHosts: [] }))
  const ana = await signedUp('ana')
  const target = createTestBrowser().subscription('https://fcm.googleapis.com/a')
  for (const wrong of [
    { ...target, endpoint: endpointOf('a') },
    { ...target, keys: { ...target.keys, p256dh: 'A'.repeat(87) } },
  ])
    expect(await push.subscribe(ana, wrong, english)).toMatchObject({ error: { code: 'INVALID_INPUT' } })
  expect(got(await push.subscribe(ana, target, english))).toEqual({ browsers: 1 })
})
