import { expect, test } from 'vitest'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { checkInitiator } from '#lib/skills/server/invoking/provider-policy.ts'
import { sentenceOf } from '#runner/contract/errors.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { Json, type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { type DayPrice, DayPricesQuery } from '../../model/flights/day-price.ts'
import { makeFlight, selfTransferInNewark, viaNewark } from '../../model/flights/testing-flights.ts'
import { createPlaces } from '../places/places.ts'
import { createDayPrices } from './day-prices.ts'
import { createSearchTurns } from './search-turns.ts'
import { answering } from './testing-answers.ts'

const places = createPlaces()
const nowMs = Date.parse('2026-11-20T12:00:00Z')

const success = (...amounts: number[]): SkillOutput => successIn('USD', ...amounts)
const successIn = (currency: string, ...amounts: number[]): SkillOutput =>
  SkillSuccess.parse({
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: amounts.map((amount) =>
      Json.parse(makeFlight(`${amount}`, { legs: [viaNewark], price: { amount, currency } })),
    ),
    metadata: { query_time_ms: 1, cached: false, data: 'sample', fetched_at: '2026-11-20T08:00:00Z' },
  })
const throttled: SkillOutput = {
  status: 'error',
  skill: 'a',
  version: '1.0.0',
  error: { code: 'API_RATE_LIMITED', message: sentenceOf('API_RATE_LIMITED') },
}

/**
 * A runner with `kept` in its cache, which answers each day with `answer`. `run` collects the searched days, `asked` the
 * asked skills. `servesPeople`: the skills whose provider serves only people. `unmixable`: those whose provider forbids
 * a list with others.
 */
function subject(
  kept: Record<string, SkillOutput>,
  answer: (date: string) => SkillOutput | Promise<SkillOutput>,
  {
    secrets = [],
    skills = ['a'],
    servesPeople = [],
    unmixable = [],
    points = 100,
    atOnce = 1,
  }: {
    secrets?: readonly string[]
    skills?: string[]
    servesPeople?: string[]
    unmixable?: string[]
    points?: number
    atOnce?: number
  } = {},
) {
  const run: string[] = []
  const asked: { skill: string; isBackground: boolean | undefined }[] = []
  const started = new WeakMap<AdmittedExecution, boolean | undefined>()
  const grant = { permissions: { secrets: [...secrets] } }
  const dateOf = (execution: AdmittedExecution) => String(execution.input.params.date)
  const dayPrices = createDayPrices({
    skills: { byCapability: async () => skills.map((name) => ({ manifest: { name } }) as LoadedSkill) },
    invoke: {
      admit: async ({ skill: name, input, principal, isBackground = false }) => {
        const manifest = testManifest({
          name,
          policy: { user_initiated: servesPeople.includes(name), no_mixing: unmixable.includes(name) },
        })
        const admitted = {
          kind: 'admitted',
          input,
          principal,
          skill: { manifest },
          grant,
          credentials: new Map(),
        } as unknown as AdmittedExecution
        started.set(admitted, isBackground)
        return checkInitiator(admitted, { isBackground })
      },
      recall: async (execution) => {
        const known = kept[dateOf(execution)]
        return known && answering(execution.input, known)
      },
      answer: async (execution) => {
        const { name } = execution.skill.manifest
        run.push(dateOf(execution))
        asked.push({ skill: name, isBackground: started.get(execution) })
        return answering(execution.input, await answer(dateOf(execution)))
      },
    },
    places,
    turns: createSearchTurns({ perPerson: atOnce, inAll: atOnce }),
    rateLimits: createRateLimits({ policies: { dateSearches: { points, durationS: 600 } } }),
    clock: { now: () => nowMs },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  async function ask(fields: object, onLine?: (line: DayPrice) => void): Promise<DayPrice[]> {
    const query = DayPricesQuery.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13', ...fields })
    const lines: DayPrice[] = []
    const signal = new AbortController().signal
    for await (const line of dayPrices({
      query,
      principal: publicPrincipal,
      limitKey: 'key',
      signal,
      requestId: 'req',
    })) {
      lines.push(line)
      onLine?.(line)
    }
    return lines
  }
  return { ask, run, asked }
}

test('answers a cached day with its lowest price and without a search', async () => {
  const { ask, run } = subject({ '2027-02-12': success(900, 700, 800) }, () => success(1))
  expect(await ask({ days: ['2027-02-12', '2027-02-14'] })).toEqual([
    {
      state: 'priced',
      date: '2027-02-12',
      price: { amount: 700, currency: 'USD' },
      data: 'sample',
      fetched_at: '2026-11-20T08:00:00.000Z',
    },
    { state: 'unknown', date: '2027-02-14' },
  ])
  expect(run).toEqual([])
})

test('searches a requested day and reports a day without flights', async () => {
  const { ask, run } = subject({}, (date) => (date === '2027-02-12' ? success() : success(500)))
  const days = ['2027-02-12', '2027-02-14', '2027-02-15']
  expect(await ask({ days, ask: days.slice(0, 2) })).toMatchObject([
    { state: 'unknown', date: '2027-02-15' },
    { state: 'none', date: '2027-02-12' },
    { state: 'priced', date: '2027-02-14', price: { amount: 500 } },
  ])
  expect(run).toEqual(['2027-02-12', '2027-02-14'])
})

test('reports a day as soon as its search ends, even while the search of an earlier day runs', async () => {
  const [slow, fast] = ['2027-02-12', '2027-02-14']
  const { promise: isReported, resolve: report } = Promise.withResolvers<void>()
  const answer = async (date: string) => {
    if (date === slow) await isReported
    return success(500)
  }
  const { ask } = subject({}, answer, { atOnce: 2 })
  const lines = await ask({ days: [slow, fast], ask: [slow, fast] }, ({ date }) => date === fast && report())
  expect(lines.map(({ date }) => date)).toEqual([fast, slow])
})

test('asks a provider that serves only people for a day only when a person presses it', async () => {
  const { ask, asked } = subject({}, () => success(500), { servesPeople: ['a'] })
  const days = ['2027-02-12']
  expect(await ask({ days, ask: days })).toEqual([{ state: 'unknown', date: '2027-02-12' }])
  expect(asked).toEqual([])
  expect(await ask({ days, ask: days, pressed: true })).toMatchObject([{ state: 'priced', price: { amount: 500 } }])
  expect(asked).toEqual([{ skill: 'a', isBackground: false }])
})

test('searches days that nobody pressed in the background', async () => {
  const { ask, asked } = subject({}, () => success(500), { skills: ['a', 'b'], servesPeople: ['a'] })
  await ask({ days: ['2027-02-12', '2027-02-14'], ask: ['2027-02-12'] })
  expect(asked).toEqual([{ skill: 'b', isBackground: true }])
})

test('answers a day from the cached answer of a provider that serves only people', async () => {
  const { ask, run } = subject({ '2027-02-12': success(700) }, () => success(1), { servesPeople: ['a'] })
  expect(await ask({ days: ['2027-02-12'] })).toMatchObject([{ state: 'priced', price: { amount: 700 } }])
  expect(run).toEqual([])
})

test('does not report "no flights" if a provider that serves only people was not asked', async () => {
  const { ask } = subject({}, () => success(), { skills: ['a', 'b'], servesPeople: ['a'] })
  const days = ['2027-02-12']
  expect(await ask({ days, ask: days })).toEqual([{ state: 'unknown', date: '2027-02-12' }])
  expect(await ask({ days, ask: days, pressed: true })).toEqual([{ state: 'none', date: '2027-02-12' }])
})

test('asks no provider for a day whose results the list of the search leaves out', async () => {
  const { ask, asked } = subject({}, () => success(), { skills: ['a', 'b'], servesPeople: ['a'], unmixable: ['b'] })
  const days = ['2027-02-12']
  expect(await ask({ days, ask: days })).toEqual([{ state: 'unknown', date: '2027-02-12' }])
  expect(asked).toEqual([])
})

test("counts each pressed day against the person's limit", async () => {
  const { ask, run } = subject({}, () => success(500), { servesPeople: ['a'], points: 1 })
  const press = (date: string) => ask({ days: [date], ask: [date], pressed: true })
  expect(await press('2027-02-12')).toMatchObject([{ state: 'priced' }])
  expect(await press('2027-02-14')).toEqual([{ state: 'failed', date: '2027-02-14' }])
  expect(run).toEqual(['2027-02-12'])
})

test('reports a pressed day without an answer as failed, so that the page need not offer the same search', async () => {
  const { ask } = subject({}, () => throttled)
  expect(await ask({ days: ['2027-02-12'], ask: ['2027-02-12'], pressed: true })).toEqual([
    { state: 'failed', date: '2027-02-12' },
  ])
})

test('reports prices in the currency of the list beside the days, for the search as requested', async () => {
  const { ask, run } = subject({ '2027-02-12': successIn('EUR', 700) }, () => successIn('EUR', 500))
  const days = ['2027-02-12', '2027-02-14']
  expect(await ask({ days, ask: days, prices_in: 'EUR' })).toMatchObject([
    { state: 'priced', price: { amount: 700, currency: 'EUR' } },
    { state: 'priced', price: { amount: 500, currency: 'EUR' } },
  ])
  expect(run).toEqual(['2027-02-14'])
})

/** Fares in dollars for one adult, each with its amount and what it says about bags. */
const faresOf = (...fares: [amount: number, more: object][]): SkillOutput =>
  SkillSuccess.parse({
    ...success(),
    results: fares.map(([amount, more]) =>
      makeFlight(`${amount}`, { legs: [viaNewark], price: { amount, currency: 'USD' }, ...more }),
    ),
  })

test('the price of a day includes the bags of every traveler; a fare whose bag has no price is never the lowest', async () => {
  const none = { bags: { cabin: 1, checked: { pieces: 0 } } }
  const sold = { ...none, checked_bag_price: { amount: 40, currency: 'USD' } }
  const kept = {
    '2027-02-12': faresOf([100, none], [200, sold], [300, { bags: { cabin: 1, checked: { pieces: 1 } } }]),
    '2027-02-14': faresOf([100, none]),
  }
  const { ask } = subject(kept, () => success(1))
  const days = Object.keys(kept)
  expect(await ask({ days, adults: 2, checked_bags: 1 })).toMatchObject([
    { state: 'priced', price: { amount: 280, currency: 'USD' } },
    { state: 'bags' },
  ])
  expect(await ask({ days, adults: 2 })).toMatchObject([{ price: { amount: 100 } }, { price: { amount: 100 } }])
})

test('the price of a day is that of a fare with every cabin bag', async () => {
  const kept = {
    '2027-02-12': faresOf([100, { bags: { cabin: 0 } }], [200, {}], [300, { bags: { cabin: 1 } }]),
    '2027-02-14': faresOf([100, { bags: { cabin: 0 } }]),
  }
  const { ask } = subject(kept, () => success(1))
  expect(await ask({ days: Object.keys(kept), cabin_bags: 1 })).toMatchObject([
    { state: 'priced', price: { amount: 300, currency: 'USD' } },
    { state: 'bags' },
  ])
})

test('the price of a day is never that of separate tickets', async () => {
  const apart = { legs: [selfTransferInNewark] }
  const kept = { '2027-02-12': faresOf([100, apart], [200, {}]), '2027-02-14': faresOf([100, apart]) }
  const { ask } = subject(kept, () => success(1))
  expect(await ask({ days: Object.keys(kept) })).toMatchObject([{ price: { amount: 200 } }, { state: 'tickets' }])
})

test('does not run a skill without credentials', async () => {
  const { ask, run } = subject({}, () => success(1), { secrets: ['A_KEY'] })
  expect(await ask({ days: ['2027-02-12'], ask: ['2027-02-12'] })).toEqual([{ state: 'unknown', date: '2027-02-12' }])
  expect(run).toEqual([])
})

test('stops asking a provider that throttles', async () => {
  const { ask, run } = subject({}, () => throttled)
  const days = ['2027-02-12', '2027-02-14', '2027-02-15']
  expect(await ask({ days, ask: days })).toEqual(days.map((date) => ({ state: 'unknown', date })))
  expect(run).toEqual(['2027-02-12'])
})

test('does not ask for a day that cannot be searched', async () => {
  const { ask, run } = subject({}, () => success(1))
  expect(await ask({ days: ['2026-11-01'], ask: ['2026-11-01'] })).toEqual([{ state: 'unknown', date: '2026-11-01' }])
  expect(run).toEqual([])
})

test('never reports a price in another currency than requested', async () => {
  const { ask } = subject({ '2027-02-12': success(700) }, () => success(1))
  expect(await ask({ days: ['2027-02-12'], currency: 'EUR' })).toEqual([{ state: 'unknown', date: '2027-02-12' }])
})

const daysFrom10 = (count: number) => Array.from({ length: count }, (_, at) => `2027-02-1${at}`)
test.each([
  ['no days', { days: [] }, ['days']],
  ['more than seven days', { days: daysFrom10(8) }, ['days']],
  ['a day that is not a date', { days: ['soon'] }, ['days', 0]],
  ['more than four days to search', { days: daysFrom10(7), ask: daysFrom10(5) }, ['ask']],
  ['a press without its day', { days: daysFrom10(2), pressed: true }, ['ask']],
  ['a press on two days', { days: daysFrom10(2), ask: daysFrom10(2), pressed: true }, ['ask']],
])('rejects %s', (_name, fields, path) => {
  const query = { origin: 'AMS', destination: 'AUA', date: '2027-02-13', ...fields }
  expect(DayPricesQuery.safeParse(query).error?.issues).toMatchObject([{ path }])
})

test('refuses to search a day that is not in `days`, naming the field and the remedy', () => {
  const query = { origin: 'AMS', destination: 'AUA', date: '2027-02-13', days: ['2027-02-12', '2027-02-14'] }
  const problem = { path: ['ask', 1], message: 'is not among days: add it to days, or leave it out' }
  expect(DayPricesQuery.safeParse({ ...query, ask: ['2027-02-12', '2027-02-15'] }).error?.issues).toMatchObject([
    problem,
  ])
  expect(DayPricesQuery.safeParse({ ...query, ask: ['2027-02-14'] }).success).toBe(true)
})
