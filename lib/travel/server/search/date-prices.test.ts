import { afterEach, expect, test, vi } from 'vitest'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { checkInitiator } from '#lib/skills/server/invoking/provider-policy.ts'
import { sentenceOf } from '#runner/contract/errors.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { Json, type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { type DateLine, DatePricesQuery } from '../../model/flights/date-price.ts'
import { maxDateSearches } from '../../model/flights/date-text.ts'
import { makeFlight, selfTransferInNewark, viaNewark } from '../../model/flights/testing-flights.ts'
import { addDays } from '../../model/offset-time.ts'
import { createPlaces } from '../places/places.ts'
import { createDatePrices } from './date-prices.ts'
import { createSearchTurns } from './search-turns.ts'
import { answering } from './testing-answers.ts'

const places = createPlaces()
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const fetched_at = '2026-11-20T08:00:00Z'

const priced = (amounts: readonly number[], currency = 'USD') =>
  SkillSuccess.parse({
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: amounts.map((amount) =>
      Json.parse(makeFlight(`${amount}`, { legs: [viaNewark], provider: 'Duffel', price: { amount, currency } })),
    ),
    metadata: { query_time_ms: 1, cached: false, data: 'sample', fetched_at },
  })
const partly = SkillSuccess.parse({ ...priced([]), metadata: { ...priced([]).metadata, partial: true } })
const failed = (code: 'API_RATE_LIMITED' | 'API_TIMEOUT'): SkillOutput => ({
  status: 'error',
  skill: 'a',
  version: '1.0.0',
  error: { code, message: sentenceOf(code) },
})

type Setup = {
  kept?: Record<string, SkillOutput>
  answer?: (date: string, signal: AbortSignal) => SkillOutput | Promise<SkillOutput>
  points?: number
  sources?: readonly string[]
  /** The sources whose provider serves only people. */
  servesPeople?: readonly string[]
  /** The sources whose provider forbids a list with others. */
  unmixable?: readonly string[]
  /** The secrets that the sources need. None is stored. */
  secrets?: readonly string[]
}

/**
 * A runner with `kept` in its cache. `run` collects the searched days, `asked` the asked sources, `most` the peak of
 * concurrent searches.
 */
function subject({ kept = {}, answer = () => priced([500]), points = 1000, sources = ['a'], ...more }: Setup) {
  const { servesPeople = [], unmixable = [], secrets = [] } = more
  const seen = { run: [] as string[], asked: [] as string[], now: 0, most: 0, background: new Set<unknown>() }
  const started = new WeakMap<AdmittedExecution, boolean | undefined>()
  const grant = { permissions: { secrets: [...secrets] } }
  const dateOf = ({ input }: AdmittedExecution) => String(input.params.date)
  const datePrices = createDatePrices({
    skills: { byCapability: async () => sources.map((name) => ({ manifest: { name } }) as LoadedSkill) },
    invoke: {
      admit: async ({ skill: name, input, principal, isBackground = false }) => {
        const policy = { user_initiated: servesPeople.includes(name), no_mixing: unmixable.includes(name) }
        const skill = { manifest: testManifest({ name, policy }) }
        const admitted = { kind: 'admitted', input, principal, skill, grant, credentials: new Map() }
        const execution = admitted as unknown as AdmittedExecution
        started.set(execution, isBackground)
        return checkInitiator(execution, { isBackground })
      },
      recall: async (execution) => {
        const known = kept[dateOf(execution)]
        return known && answering(execution.input, known)
      },
      answer: async (execution, signal) => {
        seen.run.push(dateOf(execution))
        seen.asked.push(execution.skill.manifest.name)
        seen.background.add(started.get(execution))
        seen.most = Math.max(seen.most, ++seen.now)
        try {
          return answering(execution.input, await answer(dateOf(execution), signal))
        } finally {
          seen.now--
        }
      },
    },
    places,
    turns: createSearchTurns({ perPerson: 2, inAll: 6 }),
    rateLimits: createRateLimits({ policies: { dateSearches: { points, durationS: 600 } } }),
    clock: { now: () => nowMs },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const lines = (fields: object, signal = new AbortController().signal, principal = publicPrincipal) =>
    datePrices({ query: queryOf(fields), principal, limitKey: 'key', signal, requestId: 'req' })
  async function ask(fields: object, principal = publicPrincipal): Promise<DateLine[]> {
    const all: DateLine[] = []
    for await (const line of lines(fields, undefined, principal)) all.push(line)
    return all
  }
  return { ask, lines, seen }
}

afterEach(() => {
  vi.useRealTimers()
})

const base = { origin: 'AMS', destination: 'AUA', date: '2027-02-13' }
const queryOf = (fields: object) => DatePricesQuery.parse({ ...base, ...fields })
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays('2027-02-01', at))
const withoutAsking = (lines: DateLine[]) => lines.filter(({ state }) => state !== 'asking')

test('answers from the cache with price, provider and age, and searches nothing without `look`', async () => {
  const { ask, seen } = subject({ kept: { '2027-02-12': priced([900, 700]), '2027-02-11': priced([]) } })
  expect(await ask({ dates: ['2027-02-12', '2027-02-11', '2027-02-10'] })).toEqual([
    {
      state: 'priced',
      dates: '2027-02-12',
      price: { amount: 700, currency: 'USD' },
      data: 'sample',
      provider: 'Duffel',
      fetched_at: '2026-11-20T08:00:00.000Z',
    },
    { state: 'none', dates: '2027-02-11' },
    { state: 'unknown', dates: '2027-02-10' },
  ])
  expect(seen.run).toEqual([])
})

test('guests with one limit key share the turns of one person', async () => {
  const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve))
  const { ask, seen } = subject({ answer: () => nextTask().then(() => priced([500])) })
  const guests = ['user_1', 'user_2', 'user_3'].map((id) => ({ ...publicPrincipal, id }))
  await Promise.all(guests.map((guest) => ask({ dates: days(5), look: 'pressed' }, guest)))
  expect(seen.run).toHaveLength(15)
  expect(seen.most).toBe(2)
})

test('`look` searches at most 24 dates in order, two at a time, as foreground requests of the person', async () => {
  const nextTask = () => new Promise<void>((resolve) => setImmediate(resolve))
  const { ask, seen } = subject({ answer: () => nextTask().then(() => priced([500])) })
  const lines = await ask({ dates: days(49), look: 'pressed' })
  expect(seen.run).toEqual(days(maxDateSearches.pressed))
  expect(seen.most).toBe(2)
  expect([...seen.background]).toEqual([false])
  const states = Map.groupBy(lines, ({ state }) => state)
  expect([states.get('asking')?.length, states.get('priced')?.length, states.get('unknown')?.length]).toEqual([
    maxDateSearches.pressed,
    maxDateSearches.pressed,
    49 - maxDateSearches.pressed,
  ])
})

test("reports the start of each date's search, and then its price", async () => {
  const lines = await subject({}).ask({ dates: days(5), look: 'pressed' })
  for (const date of days(5)) {
    const states = lines.filter((line) => 'dates' in line && line.dates === date).map(({ state }) => state)
    expect(states).toEqual(['asking', 'priced'])
  }
})

test('one slow date does not hold back the others', async () => {
  const { promise, resolve } = Promise.withResolvers<SkillOutput>()
  const { lines } = subject({ answer: (date) => (date === '2027-02-01' ? promise : priced([500])) })
  const order: string[] = []
  for await (const line of lines({ dates: days(4), look: 'pressed' })) {
    if (line.state === 'priced') order.push(line.dates)
    if (order.length === 3) resolve(priced([100]))
  }
  expect(order).toEqual([...days(4).slice(1), '2027-02-01'])
})

test.each<[string, SkillOutput, object]>([
  ['no flights', priced([]), { state: 'none' }],
  ['a failure', failed('API_TIMEOUT'), { state: 'failed', reason: 'no_answer' }],
  ['another currency', priced([700], 'EUR'), { state: 'failed', reason: 'currency' }],
  ['an answer that lacks flights', partly, { state: 'failed', reason: 'no_answer' }],
  ['unreadable flights', { ...priced([]), results: [{ id: 'x' }] }, { state: 'failed', reason: 'no_answer' }],
])('tells of a day with %s', async (_, answer, told) => {
  const { ask } = subject({ answer: () => answer })
  const [line] = withoutAsking(await ask({ dates: ['2027-02-12'], look: 'pressed' }))
  expect(line).toEqual({ ...told, dates: '2027-02-12' })
})

test('stops when the sources answer in another currency, so that no press spends its searches on it', async () => {
  const { ask, seen } = subject({ answer: () => priced([700], 'EUR') })
  const lines = await ask({ dates: days(20), look: 'pressed' })
  expect(seen.run.length).toBeLessThanOrEqual(2)
  expect(lines).toContainEqual({ state: 'failed', reason: 'currency', dates: '2027-02-01' })
  expect(lines.at(-1)).toEqual({ state: 'stopped', reason: 'currency' })
})

test('continues while a source has no prices at all, which may be in the currency on another date', async () => {
  let calls = 0
  const { ask } = subject({
    sources: ['a', 'b'],
    answer: () => (calls++ % 2 === 0 ? priced([700], 'EUR') : priced([])),
  })
  const lines = withoutAsking(await ask({ dates: days(3), look: 'pressed' }))
  expect(lines.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
})

test('continues past a date without a price in the currency if another date has one', async () => {
  const { ask, seen } = subject({
    kept: { '2027-02-01': priced([500]) },
    answer: (date) => priced([700], date === '2027-02-02' ? 'EUR' : 'USD'),
  })
  expect((await ask({ dates: days(5), look: 'pressed' })).at(-1)).toMatchObject({ state: 'priced' })
  expect(seen.run).toEqual(days(5).slice(1))
})

test('reports prices in the currency of the list beside them', async () => {
  const { ask, seen } = subject({ answer: () => priced([700], 'EUR') })
  const lines = withoutAsking(await ask({ dates: days(3), look: 'pressed', prices_in: 'EUR' }))
  expect(lines).toMatchObject(days(3).map(() => ({ state: 'priced', price: { amount: 700, currency: 'EUR' } })))
  expect(seen.run).toEqual(days(3))
})

test('does not report "no flights" for an empty answer if another source failed', async () => {
  let asked = 0
  const { ask } = subject({
    sources: ['a', 'b'],
    answer: () => (asked++ === 0 ? priced([]) : failed('API_TIMEOUT')),
  })
  expect(withoutAsking(await ask({ dates: ['2027-02-12'], look: 'pressed' }))).toEqual([
    { state: 'failed', reason: 'no_answer', dates: '2027-02-12' },
  ])
})

test('stops when a source throttles, and reports the reason', async () => {
  const { ask, seen } = subject({ answer: () => failed('API_RATE_LIMITED') })
  const lines = await ask({ dates: days(20), look: 'pressed' })
  expect(seen.run.length).toBeLessThanOrEqual(2)
  expect(lines.at(-1)).toEqual({ state: 'stopped', reason: 'throttled' })
  expect(lines).toContainEqual({ state: 'failed', reason: 'throttled', dates: '2027-02-01' })
})

test("stops at the person's limit and says when to look again", async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { ask, seen } = subject({ points: 3 })
  const lines = await ask({ dates: days(20), look: 'pressed' })
  expect(seen.run).toHaveLength(3)
  expect(lines.at(-1)).toMatchObject({ state: 'stopped', reason: 'limit', retry_after_s: 600 })
})

test('aborts its searches when the client disconnects', async () => {
  const reader = new AbortController()
  const ended: string[] = []
  const { lines, seen } = subject({
    answer: (date, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended.push(date)
          resolve(failed('API_TIMEOUT'))
        })
      }),
  })
  for await (const line of lines({ dates: days(20), look: 'pressed' }, reader.signal)) {
    if (line.state === 'asking') reader.abort()
    expect(line.state).not.toBe('failed')
  }
  expect(seen.run).not.toEqual([])
  expect(ended).toEqual(seen.run)
  expect(seen.run.length).toBeLessThanOrEqual(2)
  expect(seen.now).toBe(0)
})

test.each([
  ['no date', { dates: [] }, 'dates'],
  ['more than 49 dates', { dates: days(50) }, 'dates'],
  ['a day that does not exist', { dates: ['2027-02-30'] }, 'dates'],
  ['a return day in a one-way search', { dates: ['2027-02-12_2027-02-20'] }, 'dates'],
  ['a round trip without its return day', { dates: ['2027-02-12'], return_date: '2027-02-20' }, 'dates'],
  ['a return before the departure', { dates: ['2027-02-12_2027-02-10'], return_date: '2027-02-20' }, 'dates'],
  ['three days', { dates: ['2027-02-12_2027-02-20_2027-02-21'], return_date: '2027-02-20' }, 'dates'],
])('rejects %s', (_name, fields, field) => {
  const issues = DatePricesQuery.safeParse({ ...base, ...fields }).error?.issues ?? []
  expect(issues.map(({ path }) => path[0])).toContain(field)
})

test('in the background, searches at most four days, in their order, without the limit of a person', async () => {
  const { ask, seen } = subject({ kept: { '2027-02-02': priced([300]) }, points: 0 })
  const lines = withoutAsking(await ask({ dates: days(7), look: 'background' }))
  expect(seen.run).toEqual(['2027-02-01', ...days(5).slice(2)])
  expect([...seen.background]).toEqual([true])
  expect(Map.groupBy(lines, ({ state }) => state).get('unknown')).toMatchObject(
    days(7)
      .slice(5)
      .map((dates) => ({ dates })),
  )
})

test('asks a provider that serves only people for a day only if a person presses, but reads its cached answer', async () => {
  const { ask, seen } = subject({
    kept: { '2027-02-13': priced([700]) },
    sources: ['a', 'b'],
    servesPeople: ['a'],
  })
  const dates = ['2027-02-12', '2027-02-13']
  expect(withoutAsking(await ask({ dates, look: 'background' }))).toMatchObject([
    { state: 'priced', price: { amount: 700 } },
    { state: 'priced', price: { amount: 500 } },
  ])
  expect(seen.asked).toEqual(['b'])
  await ask({ dates: ['2027-02-14'], look: 'pressed' })
  expect(seen.asked).toEqual(['b', 'a', 'b'])
})

test('in the background, does not report "no flights" if a provider that serves only people was not asked', async () => {
  const { ask } = subject({ answer: () => priced([]), sources: ['a', 'b'], servesPeople: ['a'] })
  const dates = ['2027-02-12']
  expect(withoutAsking(await ask({ dates, look: 'background' }))).toEqual([{ state: 'unknown', dates: '2027-02-12' }])
  expect(withoutAsking(await ask({ dates, look: 'pressed' }))).toEqual([{ state: 'none', dates: '2027-02-12' }])
})

test('in the background, a day whose search failed is unknown, so that a person may press for it', async () => {
  const { ask } = subject({ answer: () => failed('API_TIMEOUT') })
  const lines = await ask({ dates: ['2027-02-12'], look: 'background' })
  expect(withoutAsking(lines)).toEqual([{ state: 'unknown', dates: '2027-02-12' }])
})

test.each([
  ['whose results the list of the search leaves out', { sources: ['a', 'b'], servesPeople: ['a'], unmixable: ['b'] }],
  ['that needs a missing credential', { secrets: ['A_KEY'] }],
])('asks no provider %s', async (_, setup) => {
  const { ask, seen } = subject(setup)
  expect(await ask({ dates: ['2027-02-12'], look: 'background' })).toEqual([{ state: 'unknown', dates: '2027-02-12' }])
  expect(seen.asked).toEqual([])
})

test('does not search a day that is past', async () => {
  const { ask, seen } = subject({})
  expect(await ask({ dates: ['2026-11-01'], look: 'pressed' })).toEqual([{ state: 'unknown', dates: '2026-11-01' }])
  expect(seen.run).toEqual([])
})

test('never reports a price in another currency than requested', async () => {
  const { ask } = subject({ kept: { '2027-02-12': priced([700]) } })
  expect(await ask({ dates: ['2027-02-12'], currency: 'EUR' })).toMatchObject([{ state: 'failed', reason: 'currency' }])
})

/** Fares in dollars, each with its amount and what it says of its flights and bags. */
const faresOf = (...fares: [amount: number, more: object][]): SkillOutput =>
  SkillSuccess.parse({
    ...priced([]),
    results: fares.map(([amount, more]) =>
      makeFlight(`${amount}`, { legs: [viaNewark], price: { amount, currency: 'USD' }, ...more }),
    ),
  })

test('a price includes the bags of every traveler; a fare whose bag has no price is never the lowest', async () => {
  const none = { bags: { cabin: 1, checked: { pieces: 0 } } }
  const sold = { ...none, checked_bag_price: { amount: 40, currency: 'USD' } }
  const kept = {
    '2027-02-12': faresOf([100, none], [200, sold], [300, { bags: { cabin: 1, checked: { pieces: 1 } } }]),
    '2027-02-14': faresOf([100, none]),
  }
  const { ask } = subject({ kept })
  expect(await ask({ dates: Object.keys(kept), adults: 2, checked_bags: 1 })).toMatchObject([
    { state: 'priced', price: { amount: 280, currency: 'USD' } },
    { state: 'failed', reason: 'bags' },
  ])
})

test('a price is never that of separate tickets', async () => {
  const apart = { legs: [selfTransferInNewark] }
  const kept = { '2027-02-12': faresOf([100, apart], [200, {}]), '2027-02-14': faresOf([100, apart]) }
  const { ask } = subject({ kept })
  expect(await ask({ dates: Object.keys(kept) })).toMatchObject([
    { price: { amount: 200 } },
    { state: 'failed', reason: 'tickets' },
  ])
})

test('the later flights of a multi-city trip keep their distance from the first', async () => {
  const { ask, seen } = subject({ answer: () => priced([]) })
  const trip = { date: '2027-10-20', onward: ['AUA-AMS-2027-10-28'] }
  await ask({ ...trip, dates: ['2027-11-10', '2027-11-14'], look: 'pressed' })
  // On the later of the days, the second flight is more than a year ahead.
  expect(seen.run).toHaveLength(1)
})
