import { expect, test, vi } from 'vitest'
import { makeFlight } from '../../model/flights/testing-flights.ts'
import type { FlightTrip } from '../../model/trip-view.ts'
import { askTripPrice } from './ask-trip-price.ts'

const { signal } = new AbortController()
const flight = makeFlight('old')
const price = { ...flight.price, seenAtMs: 0 }
const ask = { action: 'search_flights', params: { origin: 'AMS' }, config: { max_results: 50 } }
const trip: FlightTrip = {
  id: 'trip_1',
  kind: 'flights',
  skill: 'flight-search',
  search: '',
  data: 'live',
  saved: price,
  latest: { ...price, amount: price.amount + 10 },
  isPast: false,
  ask,
  flight,
}

/** Makes the server answer with these results. Returns the requests that it receives. */
function answer(results: readonly object[]) {
  const asked: unknown[] = []
  const metadata = { query_time_ms: 1, cached: false, fetched_at: '2026-11-22T08:05:00Z' }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    return Response.json({ status: 'success', skill: 'flight-search', version: '1.0.0', results, metadata })
  })
  return asked
}

test('repeats the search at the skill of the trip, bypassing the cache', async () => {
  const asked = answer([])
  await askTripPrice(trip, signal)
  expect(asked).toEqual([{ skill: 'flight-search', input: ask, fresh: true }])
})

test('compares with the latest known price, even if the flight has a new id', async () => {
  const now = { ...flight.price, amount: price.amount + 30 }
  answer([makeFlight('new', { price: now })])
  expect(await askTripPrice(trip, signal)).toEqual({ state: 'changed', now })
})

test('a flight that is no longer offered is gone', async () => {
  answer([])
  expect(await askTripPrice(trip, signal)).toMatchObject({ state: 'gone' })
})

test('a past search sends no request', async () => {
  const { ask: _, ...past } = trip
  const asked = answer([])
  expect(await askTripPrice(past, signal)).toEqual({
    state: 'failed',
    key: 'searchOver',
  })
  expect(asked).toEqual([])
})
