import { expect, test } from 'vitest'
import { createPlaces } from '#lib/places/places.ts'
import { type DayPrice, DayPricesQuery } from '#lib/travel/flights/day-price.ts'
import { makeFlight, viaNewark } from '#lib/travel/flights/testing-flights.ts'
import type { AdmittedExecution } from '#runner/admit.ts'
import { sentenceOf } from '#runner/contract/errors.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { Json, type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import { createDayPrices } from './day-prices.ts'
import { createSearchTurns } from './search-turns.ts'
import { answering } from './testing-answers.ts'

const places = createPlaces()
const nowMs = Date.parse('2026-11-20T12:00:00Z')

const success = (...amounts: number[]): SkillOutput =>
  SkillSuccess.parse({
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: amounts.map((amount) =>
      Json.parse(makeFlight(`${amount}`, { legs: [viaNewark], price: { amount, currency: 'USD' } })),
    ),
    metadata: { query_time_ms: 1, cached: false, data: 'sample', fetched_at: '2026-11-20T08:00:00Z' },
  })
const throttled: SkillOutput = {
  status: 'error',
  skill: 'a',
  version: '1.0.0',
  error: { code: 'API_RATE_LIMITED', message: sentenceOf('API_RATE_LIMITED') },
}

/** A runner with `kept` in its cache, which answers each day with `answer`. `run` collects the searched days. */
function subject(
  kept: Record<string, SkillOutput>,
  answer: (date: string) => SkillOutput | Promise<SkillOutput>,
  secrets: readonly string[] = [],
) {
  const run: string[] = []
  const grant = { permissions: { secrets: [...secrets] } }
  const skill = { manifest: SkillManifest.parse({ name: 'a', version: '1.0.0', description: 'd', risk_level: 'low' }) }
  const dateOf = (execution: AdmittedExecution) => String(execution.input.params.date)
  const dayPrices = createDayPrices({
    skills: { byCapability: async () => [{ manifest: { name: 'a' } } as LoadedSkill] },
    invoke: {
      admit: async ({ input, isBackground }) => {
        if (isBackground !== true) throw new Error('a day must be searched in the background')
        return { kind: 'admitted', input, skill, grant, credentials: new Map() } as unknown as AdmittedExecution
      },
      recall: async (execution) => {
        const known = kept[dateOf(execution)]
        return known && answering(execution.input, known)
      },
      answer: async (execution) => {
        run.push(dateOf(execution))
        return answering(execution.input, await answer(dateOf(execution)))
      },
    },
    places,
    turns: createSearchTurns({ perPerson: 1, inAll: 1 }),
    clock: { now: () => nowMs },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  async function ask(fields: object): Promise<DayPrice[]> {
    const query = DayPricesQuery.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13', ...fields })
    const lines: DayPrice[] = []
    const signal = new AbortController().signal
    for await (const line of dayPrices({ query, principal: publicPrincipal, signal, requestId: 'req' }))
      lines.push(line)
    return lines
  }
  return { ask, run }
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

test('does not run a skill without credentials', async () => {
  const { ask, run } = subject({}, () => success(1), ['A_KEY'])
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
