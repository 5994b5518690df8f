import { expect, it, vi } from 'vitest'
import type { DayPrice } from '../../model/flights/day-price.ts'
import { openDayPrices } from './open-day-prices.ts'

/** Never answers: like a lost connection, ends only by the signal. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

async function statesAfter(reason: DOMException): Promise<DayPrice['state'][]> {
  vi.stubGlobal('fetch', silent)
  const abort = new AbortController()
  const prices: DayPrice[] = []
  const days = ['2027-02-13', '2027-02-14']
  const asked = openDayPrices('origin=AMS', { days, ask: days }, abort.signal, (price) => prices.push(price))
  abort.abort(reason)
  await asked
  return prices.map(({ state }) => state)
}

it('reports every day as unknown after a time-out, so that no day waits forever', async () => {
  expect(await statesAfter(new DOMException('too late', 'TimeoutError'))).toEqual(['unknown', 'unknown'])
})

it('reports nothing after the page has ended the request', async () => {
  expect(await statesAfter(new DOMException('left', 'AbortError'))).toEqual([])
})
