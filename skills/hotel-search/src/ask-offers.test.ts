import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RaisableCode } from '#runner/sdk/index.ts'
import { failed } from '#runner/sdk/outcome.ts'
import type { Answer } from './answer.ts'
import { askOffers } from './ask-offers.ts'

const ids = (count: number) => Array.from({ length: count }, (_, at) => `ACPAR${String(at).padStart(3, '0')}`)
const data = (values: readonly unknown[]): Answer => ({ kind: 'data', data: values })
const failure = (code: RaisableCode, detail = ''): Answer => ({ kind: 'failed', failure: failed(code, detail) })

/** Gives every lane a turn before it answers, like a network. */
function provider(answer: (batch: readonly string[]) => Answer) {
  const batches: (readonly string[])[] = []
  const given: unknown[] = []
  let open = 0
  let maxAtOnce = 0
  return {
    batches,
    given,
    atOnce: () => maxAtOnce,
    async ask(batch: readonly string[]) {
      batches.push(batch)
      maxAtOnce = Math.max(maxAtOnce, ++open)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      const said = answer(batch)
      if (said.kind === 'data') given.push(...said.data)
      return said
    },
  }
}

/** A provider that fails a whole batch for sold-out hotels, and may name them. */
const strict = (soldOut: ReadonlySet<string>, isNamed: boolean) =>
  provider((batch) => {
    const found = batch.filter((id) => soldOut.has(id))
    if (found.length === 0) return data(batch)
    return { kind: 'unavailable', hotelIds: isNamed ? found : [], isLost: false }
  })

test('requests 800 hotels in 40 batches of 20, eight at a time', async () => {
  const { ask, batches, given, atOnce } = provider(data)
  const asked = await askOffers(ids(800), ask)
  expect(batches.map((batch) => batch.length)).toEqual(Array.from({ length: 40 }, () => 20))
  expect(atOnce()).toBe(8)
  expect(asked).toMatchObject({ failure: undefined, isComplete: true, left: 0 })
  expect(new Set(given)).toEqual(new Set(ids(800)))
})

test('makes no request without hotels', async () => {
  const { ask, batches } = provider(data)
  expect(await askOffers([], ask)).toEqual({ failure: undefined, isComplete: true, left: 0 })
  expect(batches).toEqual([])
})

describe('hotels without rooms', () => {
  test('are left out of the second request for a failed batch if the provider’s error names them', async () => {
    const { ask, batches, given } = strict(new Set(['ACPAR003', 'ACPAR019']), true)
    const asked = await askOffers(ids(20), ask)
    expect(batches.map((batch) => batch.length)).toEqual([20, 18])
    expect(asked).toMatchObject({ isComplete: true, failure: undefined })
    expect(given).toHaveLength(18)
  })

  test('need no second request if they fill a whole batch', async () => {
    const { ask, batches } = strict(new Set(ids(20)), true)
    expect(await askOffers(ids(20), ask)).toEqual({ failure: undefined, isComplete: true, left: 0 })
    expect(batches).toHaveLength(1)
  })

  test('never hide other hotels, whether the provider names them or not', async () => {
    const some = fc.uniqueArray(fc.nat({ max: 59 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(some, fc.boolean(), async (numbers, isNamed) => {
        const soldOut = new Set(numbers.map((number) => ids(60)[number] ?? ''))
        const { ask, given } = strict(soldOut, isNamed)
        const asked = await askOffers(ids(60), ask)
        expect(new Set(given)).toEqual(new Set(ids(60).filter((id) => !soldOut.has(id))))
        expect(asked.isComplete).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  test('that the provider never names make the answer incomplete, within the limit of host calls', async () => {
    const { ask, batches } = strict(new Set(ids(1000)), false)
    expect(await askOffers(ids(1000), ask)).toMatchObject({ failure: undefined, isComplete: false })
    expect(batches.length).toBeLessThanOrEqual(160)
  })

  test('count as missing if the hotel’s own system timed out', async () => {
    const { ask } = provider((batch) =>
      batch.includes('ACPAR001') ? { kind: 'unavailable', hotelIds: ['ACPAR001'], isLost: true } : data(batch),
    )
    expect(await askOffers(ids(3), ask)).toMatchObject({ isComplete: false, failure: undefined })
  })

  test('do not cause endless requests when the provider names an unrequested hotel', async () => {
    const { ask, batches } = provider(() => ({ kind: 'unavailable', hotelIds: ['ZZZZZ999'], isLost: false }))
    expect(await askOffers(ids(4), ask)).toMatchObject({ failure: undefined })
    expect(batches.length).toBeLessThan(10)
  })
})

test('ends with the hotels that got no turn in time, and counts them as not requested', async () => {
  const limits: (number | undefined)[] = []
  const { ask, batches, given } = provider((batch) =>
    batch.includes('ACPAR240') ? failure('API_RATE_LIMITED', 'RateLimitError: no turn in time') : data(batch),
  )
  const asked = await askOffers(ids(800), (batch, startByMs) => {
    limits.push(startByMs)
    return ask(batch)
  })
  expect(batches.length).toBeLessThan(30)
  expect(new Set(given)).toEqual(new Set(batches.flat().filter((_, at) => at < 240 || at >= 260)))
  expect(asked).toMatchObject({ isComplete: false, left: 800 - given.length })
  expect([limits[0], new Set(limits.slice(1))]).toEqual([undefined, new Set([4500])])
})

describe('failures', () => {
  test('of one batch do not affect the others', async () => {
    const { ask, given } = provider((batch) => (batch.includes('ACPAR025') ? failure('API_UNAVAILABLE') : data(batch)))
    const asked = await askOffers(ids(60), ask)
    expect(asked).toMatchObject({ isComplete: false, failure: { code: 'API_UNAVAILABLE' } })
    expect(given).toHaveLength(40)
  })

  test.each(['API_AUTH_FAILED', 'API_INVALID_PARAMS', 'INVALID_INPUT'] as const)(
    '%s stops the search',
    async (code) => {
      const { ask, batches } = provider(() => failure(code))
      expect(await askOffers(ids(800), ask)).toMatchObject({ failure: { code }, isComplete: false })
      expect(batches.length).toBeLessThanOrEqual(8)
    },
  )

  test('because of an exhausted quota stop further requests', async () => {
    const { ask, batches } = provider(() => failure('API_RATE_LIMITED', 'status 429, 38195'))
    await askOffers(ids(800), ask)
    expect(batches.length).toBeLessThanOrEqual(8)
  })

  test('because of throttling do not count if the repeated batch succeeds', async () => {
    const seen = new Set<string>()
    const { ask, given } = provider((batch) => {
      const key = batch.join()
      if (seen.has(key) || !batch.includes('ACPAR025')) return data(batch)
      seen.add(key)
      return failure('API_RATE_LIMITED', 'status 429, 38194')
    })
    expect(await askOffers(ids(60), ask)).toEqual({ failure: undefined, isComplete: true, left: 0 })
    expect(given).toHaveLength(60)
  })

  test('of a provider that throttles every request are reported', async () => {
    const { ask, batches } = provider(() => failure('API_RATE_LIMITED', 'status 429, 38194'))
    expect(await askOffers(ids(60), ask)).toMatchObject({ failure: { code: 'API_RATE_LIMITED' }, isComplete: false })
    expect(batches.length).toBeLessThan(20)
  })

  test('in a row stop further requests, because time is up or the provider is down', async () => {
    const { ask, batches, given } = provider((batch) =>
      batch.includes('ACPAR000') ? data(batch) : failure('API_TIMEOUT'),
    )
    const asked = await askOffers(ids(800), ask)
    expect(asked).toMatchObject({ isComplete: false, failure: { code: 'API_TIMEOUT' } })
    expect(given).toHaveLength(20)
    expect(batches.length).toBeLessThan(20)
  })
})
