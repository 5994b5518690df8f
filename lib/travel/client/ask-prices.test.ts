import { expect, test, vi } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { makeFlight, makeOffer } from '../model/flights/testing-flights.ts'
import { makeHotel } from '../model/hotels/testing-hotels.ts'
import { askFlightPrice } from './flights/ask-flight-price.ts'
import { askStayPrice } from './hotels/ask-stay-price.ts'

const { signal } = new AbortController()
const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13' })
const metadata = { query_time_ms: 1, cached: false, fetched_at: '2026-11-22T08:05:00Z' }

const hotel = makeHotel()
const about = { source: 's', data: 'live', cached: true, fetchedAtMs: 0 } as const
const stay = { hotel, key: 'a', price: hotel.price, ...about }

/** Makes the server answer each skill call with these results. Returns the requests that it receives. */
function answer(results: readonly object[], more: object = {}) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    return Response.json({
      status: 'success',
      skill: 's',
      version: '1.0.0',
      results,
      metadata: { ...metadata, ...more, result_count: results.length },
    })
  })
  return asked
}

test('repeats the search at the offer’s provider only, bypassing the cache', async () => {
  const asked = answer([makeFlight('new', { price: { amount: 1010, currency: 'USD' } })])
  const check = await askFlightPrice(makeOffer('1'), search, signal)
  expect(check).toEqual({ state: 'changed', now: { amount: 1010, currency: 'USD' } })
  const { max_results, ...params } = search
  expect(asked).toEqual([
    {
      skill: 's',
      input: {
        action: 'search_flights',
        params,
        config: { max_results },
      },
      fresh: true,
    },
  ])
})

test('requests all offers of the hotel from its provider, bypassing the cache', async () => {
  const asked = answer([makeHotel({ id: 'OFFER2' })])
  expect(await askStayPrice(stay, { place: 'PAR' }, signal)).toEqual({ state: 'same' })
  expect(asked).toEqual([
    { skill: 's', input: { action: 'hotel_offers', params: { place: 'PAR', hotel_id: 'ACPAR001' } }, fresh: true },
  ])
})

test('does not report an offer as gone when no offer of the answer could be read', async () => {
  answer([], { unreadable: 3 })
  const failed = { state: 'failed', key: 'noneReadable' }
  expect(await askFlightPrice(makeOffer('1'), search, signal)).toEqual(failed)
  expect(await askStayPrice(stay, {}, signal)).toEqual(failed)
  answer([])
  expect(await askFlightPrice(makeOffer('1'), search, signal)).toEqual({ state: 'gone' })
})

test('reports a failure with its error and the skill that was called', async () => {
  const error = { code: 'API_TIMEOUT', message: 'It took too long.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 504 }))
  expect(await askStayPrice(stay, {}, signal)).toEqual({ state: 'failed', error, skill: 's' })
})
