import { afterEach, beforeEach, expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { maxSavedSearches } from '../../model/saved-search.ts'
import type { SavedSearchView } from '../../model/saved-search-view.ts'
import { openRuns } from './open-runs.ts'
import { createSavedSearches } from './saved-searches.ts'
import { FakeSource, fakePorts, query, queryIn } from './testing/fake-source.ts'

const ana = principalOf({ id: 'user_0123456789abcdefghijkl', role: 'operator', isGuest: false })
const guest = principalOf({ id: 'user_zzzzzzzzzzzzzzzzzzzzzz', role: 'traveler', isGuest: true })
const { signal } = new AbortController()
const hourMs = 3_600_000

let database: TestDatabase
let aheadMs: number
const clock = { now: () => Date.now() + aheadMs }
const pass = (ms: number) => {
  aheadMs += ms
}

beforeEach(async () => {
  database = await emptyTestDatabase()
  aheadMs = 0
  await database.client.user.createMany({ data: [{ id: ana.id }, { id: guest.id, isGuest: true }] })
})
afterEach(() => database[Symbol.asyncDispose]())

/** One process of the app. */
function app(...sources: FakeSource[]) {
  const ports = fakePorts({ db: database.client, clock, sources })
  return createSavedSearches(ports)
}
type App = ReturnType<typeof app>
const wanted = { kind: 'flights', search: `?${query}&row=abc&stops=0`, rule: { type: 'below_saved' } } as const

async function saved(searches: App, by = ana, fields: Partial<Parameters<App['save']>[0]> = {}): Promise<string> {
  return got(await searches.save({ ...wanted, ...fields }, contextOf(by), signal)).id
}
type Saved = Parameters<typeof saved>[2] & { readonly by?: typeof ana; readonly offered?: number }
/** A process with one source, in which somebody has saved a search. */
async function openSaved({ by = ana, offered = 500, ...fields }: Saved = {}) {
  const source = new FakeSource('a', offered)
  const searches = app(source)
  return { source, searches, id: await saved(searches, by, fields) }
}
async function only(searches: App, by = ana): Promise<SavedSearchView> {
  const [view, ...others] = await searches.list(by)
  if (view === undefined || others.length > 0) throw new Error('expected one saved search')
  return view
}
/** Moves the clock past the time of the next run, and runs the search. */
async function askNext(searches: App, id: string): Promise<void> {
  pass(25 * hourMs)
  await searches.run(id)
}
/** Runs the search at one price after the other. The amounts of its alerts after each. */
async function alertsAt(prices: readonly number[], source: FakeSource, searches: App, id: string): Promise<number[][]> {
  const amounts: number[][] = []
  for (const price of prices) {
    source.offered = price
    await askNext(searches, id)
    amounts.push((await only(searches)).alerts.map(({ amount }) => amount))
  }
  return amounts
}

test('alerts once when the price falls below the saved price, and again only after it rose back', async () => {
  const { source, searches, id } = await openSaved()
  await askNext(searches, id)
  expect(await only(searches)).toMatchObject({ saved: 500, latest: { amount: 500 }, data: 'live', alerts: [] })
  const amounts = await alertsAt([450, 450, 430, 500, 490], source, searches, id)
  expect(amounts).toEqual([[450], [450], [450], [450], [490, 450]])
  expect(await searches.countUnread(ana)).toBe(2)
  expect(await searches.countUnread(guest)).toBe(0)
  expect(await searches.markSeen(ana)).toBe(2)
  expect(await searches.countUnread(ana)).toBe(0)
})

test('a search saved again with other bags begins anew; without a known price of the bags it has none, and says why', async () => {
  const { searches, id } = await openSaved()
  await askNext(searches, id)
  expect(await saved(searches)).toBe(id)
  const withBag = await saved(searches, ana, { checked_bags: 1 })
  expect(withBag).not.toBe(id)
  await askNext(searches, withBag)
  const view = await only(searches)
  expect(view).toMatchObject({ id: withBag, bags: { cabin_bags: 0, checked_bags: 1 }, state: { kind: 'bags_unknown' } })
  expect(view.latest).toBeUndefined()
})

test('an alert that was recorded after the person saw the others stays unread', async () => {
  const { source, searches, id } = await openSaved()
  await alertsAt([500, 450], source, searches, id)
  const [shown] = (await only(searches)).alerts
  await alertsAt([500, 440], source, searches, id)
  expect(await searches.markSeen(ana, new Date('0000-01-01T00:00:00Z'))).toBe(0)
  expect(await searches.markSeen(ana, new Date(shown?.seenAtMs ?? 0))).toBe(1)
  expect((await only(searches)).alerts.map(({ amount, isUnread }) => [amount, isUnread])).toEqual([
    [440, true],
    [450, false],
  ])
})

test('a rule that is saved again or set above the latest price repeats no alert; the next fall raises one', async () => {
  const { source, searches, id } = await openSaved({ rule: { type: 'below', amount: 480 } })
  const after = (...prices: number[]) => alertsAt(prices, source, searches, id)
  const change = (amount: number) => searches.change(id, { rule: { type: 'below', amount } }, ana)
  expect(await after(500, 450)).toEqual([[], [450]])
  await change(480)
  expect(await after(440)).toEqual([[450]])
  await change(460)
  expect(await after(440)).toEqual([[450]])
  await change(430)
  expect(await after(440, 420)).toEqual([[450], [420, 450]])
})

test('a rule in percent that is saved again keeps a fall that has begun; a changed one starts anew', async () => {
  const { source, searches, id } = await openSaved({ offered: 100, rule: { type: 'falls_by', percent: 10 } })
  const after = (...prices: number[]) => alertsAt(prices, source, searches, id)
  const change = (percent: number) => searches.change(id, { rule: { type: 'falls_by', percent } }, ana)
  expect(await after(100, 95)).toEqual([[], []])
  await change(10)
  expect(await after(90)).toEqual([[90]])
  await change(20)
  expect(await after(80, 72)).toEqual([[90], [72, 90]])
})

test('the unread count excludes alerts of a row that the list cannot show', async () => {
  const { source, searches, id } = await openSaved()
  await alertsAt([500, 450], source, searches, id)
  const { rule, search } = await database.client.savedSearch.findUniqueOrThrow({ where: { id } })
  for (const [unreadable, restored] of [
    [{ search: 'origin=nowhere' }, { search }],
    [{ rule: { type: 'of old' } }, { rule: rule ?? {} }],
  ] as const) {
    await database.client.savedSearch.update({ where: { id }, data: unreadable })
    expect([await searches.list(ana), await searches.countUnread(ana)]).toEqual([[], 0])
    await database.client.savedSearch.update({ where: { id }, data: restored })
    expect([(await searches.list(ana)).length, await searches.countUnread(ana)]).toEqual([1, 1])
  }
})

test('stores the search without the parameters of the page, and the lowest price of each day', async () => {
  const source = new FakeSource('a', 500)
  const searches = app(
    source,
    new FakeSource('b', [
      { amount: 480, currency: 'USD' },
      { amount: 1, currency: 'EUR' },
    ]),
  )
  const id = await saved(searches)
  expect(await only(searches)).toMatchObject({
    state: { kind: 'waiting' },
    days: [],
    query: `${query}&adults=1`,
  })
  pass(hourMs)
  await searches.run(id)
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  expect((await only(searches)).days).toEqual([{ day, amount: 480 }])
  source.offered = 450
  await askNext(searches, id)
  const later = new Date(clock.now()).toISOString().slice(0, 10)
  expect((await only(searches)).days).toEqual([
    { day, amount: 480 },
    { day: later, amount: 450 },
  ])
})

test('runs in the background as its user with the least trust, even for an operator', async () => {
  const source = new FakeSource('a', 500)
  const searches = app(source)
  await askNext(searches, await saved(searches))
  expect(source.requests.at(-1)).toMatchObject({
    isBackground: true,
    principal: { id: ana.id, role: 'schedule', source: 'public', trust: 'network' },
  })
})

test('does not call a provider that allows only requests by people', async () => {
  const source = new FakeSource('a', 500)
  source.isUserInitiated = true
  const searches = app(source)
  await askNext(searches, await saved(searches))
  expect(source.requests).toEqual([])
})

test('a failing provider adds no price or alert, is called less often, and causes no false fall later', async () => {
  const [cheap, dear] = [new FakeSource('a', 400), new FakeSource('b', 600)]
  const searches = app(cheap, dear)
  const id = await saved(searches, ana, { rule: { type: 'falls_by', percent: 10 } })
  await askNext(searches, id)
  cheap.offered = 'API_TIMEOUT'
  await askNext(searches, id)
  cheap.offered = 400
  await askNext(searches, id)
  expect((await only(searches)).alerts).toEqual([])

  cheap.offered = 'API_UNAVAILABLE'
  dear.offered = 'API_RATE_LIMITED'
  const waits: number[] = []
  for (let failures = 0; failures < 3; failures++) {
    await askNext(searches, id)
    const { state } = await only(searches)
    if (state.kind !== 'failing') throw new Error(`it is ${state.kind}`)
    expect(state).toMatchObject({ failures: failures + 1, errorCode: 'API_UNAVAILABLE' })
    waits.push(Math.round((state.nextRunAtMs - clock.now()) / hourMs))
  }
  expect(waits).toEqual([1, 2, 4])
  expect((await only(searches)).latest?.amount).toBe(400)
  cheap.offered = 400
  await askNext(searches, id)
  expect(await only(searches)).toMatchObject({ state: { kind: 'working' }, alerts: [] })
})

test('an answer without a readable offer is a failure, not an answer without offers', async () => {
  const { source, searches, id } = await openSaved({ offered: 550 })
  Object.assign(source, { offered: [], partial: true, unreadable: 2 })
  await askNext(searches, id)
  expect((await only(searches)).state).toMatchObject({ kind: 'failing', errorCode: 'INVALID_OUTPUT' })
})

test.each([
  ['a limit', { type: 'below', amount: 500 }],
  ['a fall in percent', { type: 'falls_by', percent: 10 }],
] as const)('a higher price in one partial answer causes no false fall, in two it counts: %s', async (_, rule) => {
  const { source, searches, id } = await openSaved({ offered: 550, rule })
  const after = async (price: number, partial: boolean) => {
    source.offered = price
    source.partial = partial
    await askNext(searches, id)
    return (await only(searches)).alerts.length
  }
  expect([await after(550, false), await after(400, false)]).toEqual([0, 1])
  expect([await after(600, true), await after(400, false)]).toEqual([1, 1])
  expect([await after(600, true), await after(610, true), await after(400, true)]).toEqual([1, 1, 2])
})

test.each([
  ['a limit', { type: 'below', amount: 480 }],
  ['a fall in percent', { type: 'falls_by', percent: 10 }],
] as const)('a price found while a source failed confirms no rise in the next partial answer: %s', async (_, rule) => {
  const [cheap, dear] = [new FakeSource('a', 500), new FakeSource('b', 500)]
  const searches = app(cheap, dear)
  const id = await saved(searches, ana, { rule })
  await askNext(searches, id)
  const after = async (offered: number | 'API_TIMEOUT', partial = false) => {
    cheap.offered = offered
    cheap.partial = partial
    await askNext(searches, id)
    return (await only(searches)).alerts.length
  }
  expect(await after(100)).toBe(1)
  expect([await after('API_TIMEOUT'), await after(480, true), await after(100)]).toEqual([1, 1, 1])
  expect((await only(searches)).state.kind).toBe('working')
  expect([await after('API_TIMEOUT'), await after(480, true), await after(480, true), await after(100)]).toEqual([
    1, 1, 1, 2,
  ])
})

test('does not compare prices in different currencies, or sample prices with live prices', async () => {
  const { source, searches, id } = await openSaved()
  await askNext(searches, id)
  source.offered = [{ amount: 5, currency: 'EUR' }]
  await askNext(searches, id)
  expect(await only(searches)).toMatchObject({ state: { kind: 'other_currency' }, latest: { amount: 500 }, alerts: [] })
  source.offered = 100
  source.data = 'sample'
  await askNext(searches, id)
  expect(await only(searches)).toMatchObject({ data: 'sample', saved: 100, alerts: [] })
  source.offered = []
  await askNext(searches, id)
  expect((await only(searches)).state.kind).toBe('no_offers')
})

test('a change of the kind of data raises no alert, even below a limit; the next fall below it raises one', async () => {
  const { source, searches, id } = await openSaved({ rule: { type: 'below', amount: 400 } })
  await askNext(searches, id)
  source.data = 'sample'
  const amounts = await alertsAt([100, 90, 400, 390], source, searches, id)
  expect(amounts).toEqual([[], [], [], [390]])
})

test.each(['paused', 'removed'] as const)(
  'a fall found by a run while the search is %s raises its alert when the search runs again',
  async (how) => {
    const { source, searches, id } = await openSaved()
    await askNext(searches, id)
    pass(25 * hourMs)
    const { promise, resolve } = Promise.withResolvers<void>()
    source.gate = promise
    source.offered = 450
    const asked = source.requests.length
    const running = searches.run(id)
    await expect.poll(() => source.requests.length).toBe(asked + 1)
    await (how === 'paused' ? searches.change(id, { paused: true }, ana) : searches.remove(id, ana))
    resolve()
    await running
    expect(await database.client.priceAlert.count()).toBe(0)
    await (how === 'paused' ? searches.change(id, { paused: false }, ana) : searches.restore(id, ana))
    await askNext(searches, id)
    expect((await only(searches)).alerts.map(({ amount }) => amount)).toEqual([450])
  },
)

test('stops when the dates of the search are past, and keeps the history', async () => {
  const { searches, id } = await openSaved()
  await askNext(searches, id)
  pass(82 * 24 * hourMs)
  await searches.run(id)
  expect((await only(searches)).state).toEqual({ kind: 'past' })
  expect(await searches.runNow(id, ana)).toMatchObject({ error: { code: 'CONFLICT' } })
  expect(await database.client.pricePoint.count()).toBe(1)
})

test('two processes never run the same search at once, and only one price is stored', async () => {
  const source = new FakeSource('a', 500)
  const [one, other] = [app(source), app(source)]
  const id = await saved(one)
  pass(hourMs)
  const { promise, resolve } = Promise.withResolvers<void>()
  source.gate = promise
  source.requests.length = 0
  const asks = [one, other, one, other].map((searches) => searches.run(id))
  await Promise.race(asks)
  resolve()
  await Promise.all(asks)
  expect(source.requests).toHaveLength(1)
  expect(await database.client.pricePoint.count()).toBe(1)
})

test('a search whose process died runs again after its claim has expired', async () => {
  const { searches, id } = await openSaved()
  pass(hourMs)
  const claimedUntil = new Date(clock.now() + 60_000)
  await database.client.savedSearch.update({ where: { id }, data: { claimedUntil } })
  await searches.run(id)
  expect((await only(searches)).state.kind).toBe('waiting')
  pass(60_000)
  await searches.run(id)
  expect((await only(searches)).state.kind).toBe('working')
})

test('a stopping process leaves the search due and records no failure', async () => {
  const { searches, id } = await openSaved()
  pass(hourMs)
  await expect(searches.run(id, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
  expect((await only(searches)).state.kind).toBe('waiting')
  await searches.run(id)
  expect((await only(searches)).state.kind).toBe('working')
})

test('limits the number of runs per hour for all people together, across processes', async () => {
  const source = new FakeSource('a', 500)
  const limited = () => {
    const ports = fakePorts({ db: database.client, clock, sources: [source], perHour: 2 })
    return createSavedSearches(ports)
  }
  const [one, other] = [limited(), limited()]
  const ids = [await saved(one), await saved(one, guest)]
  for (const by of [ana, guest]) ids.push(await saved(one, by, { search: queryIn(81) }))
  aheadMs = Math.ceil(Date.now() / hourMs + 1) * hourMs - Date.now()
  source.requests.length = 0
  // A job may run another search than its own, which then gets another job.
  for (const _ of ids) await Promise.all(ids.map((id, at) => (at % 2 === 0 ? one : other).run(id)))
  expect(source.requests).toHaveLength(2)
  pass(2 * hourMs)
  for (const _ of ids) await Promise.all(ids.map((id) => one.run(id)))
  expect(source.requests).toHaveLength(4)
})

test('a search runs before those of the guests of one address, who have 300 due and only a share of the hour', async () => {
  const source = new FakeSource('a', 500)
  const ports = fakePorts({ db: database.client, clock, sources: [source], perHour: 8 })
  const searches = createSavedSearches(ports)
  const guests = Array.from({ length: 300 }, (_, n) => ({ id: `user_guest${n}`, isGuest: true }))
  await database.client.user.createMany({ data: guests })
  await searches.save(wanted, contextOf(guest, '198.51.100.7'), signal)
  const first = await database.client.savedSearch.findFirstOrThrow({ omit: { id: true, userId: true } })
  expect(first.turnKey).toBe('hash of address 198.51.100.7')
  const copyOf = ({ id }: { readonly id: string }) => ({ ...first, rule: wanted.rule, id: `srch_${id}`, userId: id })
  await database.client.savedSearch.createMany({ data: guests.map(copyOf) })
  await saved(searches)
  aheadMs = Math.ceil(Date.now() / hourMs + 25) * hourMs - Date.now()

  const runs = () =>
    database.client.savedSearch.findMany({ where: { lastRunAt: { not: null } }, orderBy: { lastRunAt: 'asc' } })
  await searches.run('srch_user_guest0')
  await searches.run('srch_user_guest1')
  expect((await runs()).map(({ userId }) => userId)).toEqual(['user_guest0', ana.id])
  for (let n = 2; n < 12; n += 1) await searches.run(`srch_user_guest${n}`)
  expect((await runs()).filter(({ userId }) => userId !== ana.id)).toHaveLength(6)
})

test('people change, run and remove only their own searches; for any other id they get NOT_FOUND', async () => {
  const { searches, id } = await openSaved()
  const unknown = await searches.remove('srch_0000000000000000000000', ana)
  expect(unknown).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  for (const refused of [
    await searches.remove(id, guest),
    await searches.restore(id, guest),
    await searches.change(id, { paused: true }, guest),
    await searches.runNow(id, guest),
  ])
    expect(refused).toEqual(unknown)
  expect(await searches.remove(id, ana)).toEqual({ ok: true, value: { id } })
  expect(await searches.list(ana)).toEqual([])
  expect(await searches.restore(id, guest)).toEqual(unknown)
  expect(await searches.restore(id, ana)).toEqual({ ok: true, value: { id } })
  expect(await searches.list(guest)).toEqual([])
})

test('a second removal or restoration succeeds and changes nothing, because the first answer may have been lost', async () => {
  const { searches, id } = await openSaved()
  const done = { ok: true, value: { id } }
  const row = () => database.client.savedSearch.findUniqueOrThrow({ where: { id } })
  expect(await searches.restore(id, ana), 'never removed').toEqual(done)
  expect(await searches.remove(id, ana)).toEqual(done)
  const before = await row()
  pass(hourMs)
  expect(await searches.remove(id, ana)).toEqual(done)
  expect(await searches.remove(id, guest)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  expect(await row()).toEqual(before)
  for (const _ of ['first', 'second']) expect(await searches.restore(id, ana)).toEqual(done)
  expect(await row()).toEqual({ ...before, removedAt: null })
})

test('a paused search does not run; after it is resumed, it is due again', async () => {
  const { source, searches, id } = await openSaved()
  await searches.change(id, { paused: true }, ana)
  source.requests.length = 0
  await askNext(searches, id)
  expect(source.requests).toEqual([])
  expect((await only(searches)).state.kind).toBe('paused')
  expect(await searches.runNow(id, ana)).toMatchObject({ error: { code: 'CONFLICT' } })
  await searches.change(id, { paused: false }, ana)
  await searches.run(id)
  expect((await only(searches)).state.kind).toBe('working')
  expect(await searches.runNow(id, ana)).toMatchObject({
    error: { code: 'RATE_LIMITED' },
    retryAfterMs: expect.any(Number),
  })
})

test('a guest can save three searches and an account twenty, even with concurrent saves', async () => {
  const searches = app(new FakeSource('a', 500))
  const wantedSearches = Array.from({ length: 25 }, (_, at) => queryIn(100 + at))
  for (const [person, most] of [
    [guest, maxSavedSearches.guest],
    [ana, maxSavedSearches.account],
  ] as const) {
    const outcomes = await Promise.all(
      wantedSearches.map((search) => searches.save({ ...wanted, search }, contextOf(person), signal)),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(most)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'CONFLICT' } })
  }
})

test('a saved search starts at the price that the person saw; saving it again returns the existing one', async () => {
  const ports = fakePorts({ db: database.client, clock, sources: [new FakeSource('a', 500)] })
  ports.isCached = true
  const searches = createSavedSearches(ports)
  const id = await saved(searches)
  expect(await searches.save(wanted, contextOf(ana), signal)).toEqual({ ok: true, value: { id, is_new: false } })
  expect(await only(searches)).toMatchObject({ saved: 500, latest: { amount: 500 }, days: [{ amount: 500 }] })
  expect(await searches.save({ ...wanted, search: 'origin=AMS' }, contextOf(ana), signal)).toMatchObject({
    error: { code: 'INVALID_INPUT' },
  })
})

test('a search that is saved below its limit raises no alert until the price falls below the limit again', async () => {
  const source = new FakeSource('a', 500)
  const ports = fakePorts({ db: database.client, clock, sources: [source] })
  ports.isCached = true
  const searches = createSavedSearches(ports)
  const id = await saved(searches, ana, { rule: { type: 'below', amount: 600 } })
  const amounts = await alertsAt([500, 450, 600, 590], source, searches, id)
  expect(amounts).toEqual([[], [], [], [590]])
})

test('a search that the person runs adds to the history, but raises no alert', async () => {
  const { source, searches, id } = await openSaved()
  await askNext(searches, id)
  const { query: canonicalQuery } = await only(searches)
  source.offered = 300
  pass(1000)
  await searches.noteSeen(ana, { canonicalQuery, output: source.answer(clock.now()) })
  await searches.noteSeen(guest, { canonicalQuery, output: source.answer(clock.now()) })
  const view = await only(searches)
  expect([view.days.at(-1)?.amount, view.latest?.amount, view.alerts]).toEqual([300, 500, []])
})

test('deletes searches, history and alerts together with the account', async () => {
  const { source, searches, id } = await openSaved({ by: guest })
  await askNext(searches, id)
  source.offered = 1
  await askNext(searches, id)
  const { savedSearch, pricePoint, priceAlert, user } = database.client
  expect(await priceAlert.count()).toBe(1)
  await user.delete({ where: { id: guest.id } })
  expect([await savedSearch.count(), await pricePoint.count(), await priceAlert.count()]).toEqual([0, 0, 0])
  await searches.run(id)
})

test('the queue runs a due search, then has one job for the next run; a start restores lost and exhausted jobs', async () => {
  const source = new FakeSource('a', 500)
  const { client: db, url } = database
  const ports = fakePorts({ db, clock, sources: [source] })
  const searches = createSavedSearches(ports)
  const jobs = () => db.$queryRaw<{ key: string; run_at: Date }[]>`select key, run_at from graphile_worker.jobs`
  const id = await saved(searches)
  {
    // The search was saved before there was a queue.
    await using _queue = await openRuns(url, ports)
    await using _other = await openRuns(url, ports)
    const [job] = await jobs()
    const { nextRunAt } = await db.savedSearch.findUniqueOrThrow({ where: { id } })
    expect(job).toEqual({ key: id, run_at: nextRunAt })
    pass(hourMs)
    await db.$executeRaw`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())`
    await expect.poll(async () => (await only(searches)).state.kind).toBe('working')
    const asked = await db.savedSearch.findUniqueOrThrow({ where: { id } })
    await expect.poll(jobs).toEqual([{ key: id, run_at: asked.nextRunAt }])
    expect(await db.pricePoint.count()).toBe(1)
  }
  await db.$executeRaw`delete from graphile_worker._private_jobs`
  const { nextRunAt } = await db.savedSearch.findUniqueOrThrow({ where: { id } })
  {
    await using _restarted = await openRuns(url, ports)
    expect(await jobs()).toEqual([{ key: id, run_at: nextRunAt }])
  }
  await db.$executeRaw`update graphile_worker._private_jobs set attempts = max_attempts`
  await using _restarted = await openRuns(url, ports)
  expect(await db.$queryRaw`select attempts from graphile_worker.jobs where key = ${id}`).toEqual([{ attempts: 0 }])
})
