import { describe, expect, test } from 'vitest'
import type { Json, SkillOutput } from '#runner/contract/skill-io.ts'
import { createLatestRates } from './latest-rates.ts'

const rate = (currency: string, value: number, date = '2026-11-19') => ({ base: 'EUR', currency, rate: value, date })
const answering = (results: Record<string, Json>[], metadata: { source_api?: string; partial?: boolean } = {}) =>
  ({
    status: 'success',
    skill: 's',
    version: '0.1.0',
    results,
    metadata: {
      query_time_ms: 1,
      cached: false,
      data: 'live',
      fetched_at: '2026-11-20T08:00:00Z',
      partial: false,
      ...metadata,
    },
  }) satisfies SkillOutput
const failing: SkillOutput = {
  status: 'error',
  skill: 's',
  version: '0.1.0',
  error: { code: 'API_UNAVAILABLE', message: 'no' },
}

/** The rates on 20 November 2026, from sources with the given answers. `asked`: the skills that were requested. */
function setUp(outputs: Record<string, SkillOutput>) {
  const asked: string[] = []
  const time = { ms: 5, isBroken: false }
  const latestRates = createLatestRates({
    skills: {
      async byCapability(capability) {
        if (time.isBroken) throw new Error('no database')
        return capability === 'C-REFERENCE-RATES' ? Object.keys(outputs).map((name) => ({ manifest: { name } })) : []
      },
    },
    async invoke({ skill }) {
      asked.push(skill)
      return { kind: 'answered', output: outputs[skill] ?? failing }
    },
    clock: { now: () => Date.parse('2026-11-20T08:00:00Z') + time.ms, monotonic: () => time.ms },
  })
  return { latestRates, asked, time, outputs }
}
const found = (outputs: Record<string, SkillOutput>) => setUp(outputs).latestRates()

describe('the latest rates', () => {
  test('come from the first source that has rates, and name it', async () => {
    const rates = await found({
      a: failing,
      b: answering([]),
      c: answering([rate('USD', 1.15)], { source_api: 'bank.example' }),
      d: answering([rate('USD', 9)]),
    })
    expect(rates).toEqual({
      base: 'EUR',
      date: '2026-11-19',
      rates: { USD: 1.15 },
      data: 'live',
      source: 'bank.example',
    })
  })

  test('have no source if the answer names no source', async () => {
    expect(await found({ a: answering([rate('USD', 1.15)]) })).not.toHaveProperty('source')
  })

  test('have one day and one base, without invalid rates', async () => {
    const results = [
      rate('USD', 1.15),
      rate('JPY', 180, '2026-11-18'),
      { ...rate('CHF', 1), base: 'USD' },
      rate('GBP', -1),
    ]
    expect((await found({ a: answering(results) }))?.rates).toEqual({ USD: 1.15 })
  })

  test('are null if no source has rates', async () => {
    expect(await found({})).toBeNull()
    expect(await found({ a: failing })).toBeNull()
  })

  test.each(['2026-11-12', '2026-11-28', '2019-11-19'])(
    'exclude rates of %s, which is at least a week away',
    async (date) => {
      expect(await found({ a: answering([rate('USD', 1.15, date)]) })).toBeNull()
      const second = answering([rate('USD', 1.16, '2026-11-14')])
      expect((await found({ a: answering([rate('USD', 1.15, date)]), b: second }))?.rates).toEqual({ USD: 1.16 })
    },
  )
})

describe('asks sources once a minute', () => {
  test.each([
    ['fail', failing],
    ['have no rates', answering([])],
    ['give a partial answer', answering([rate('USD', 1.15)], { partial: true })],
    ['answer', answering([rate('USD', 1.15)])],
  ])('if they %s', async (_, output) => {
    const { latestRates, asked, time } = setUp({ a: output })
    const [first, ...others] = await Promise.all([latestRates(), latestRates(), latestRates()])
    time.ms += 59_999
    expect([...others, await latestRates()]).toEqual([first, first, first])
    expect(asked).toEqual(['a'])
    time.ms += 1
    await latestRates()
    expect(asked).toEqual(['a', 'a'])
  })

  test('except after an exception: the next call asks again', async () => {
    const { latestRates, asked, time } = setUp({ a: answering([rate('USD', 1.15)]) })
    time.isBroken = true
    await expect(latestRates()).rejects.toThrow('no database')
    time.isBroken = false
    expect((await latestRates())?.rates).toEqual({ USD: 1.15 })
    expect(asked).toEqual(['a'])
  })
})
