import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { noBagWish } from '../../model/flights/fare-due.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { makeOffer } from '../../model/flights/testing-flights.ts'
import type { SearchView } from '../../model/results/search-view.ts'
import { createQueryClient } from '../create-query-client.ts'
import { useDayPrices } from './use-day-prices.ts'

const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13' })
/** A list in euros, although the search asks for dollars. */
const view: SearchView<FlightOffer> = {
  kind: 'list',
  offers: [makeOffer('a', { price: { amount: 700, currency: 'EUR' } })],
  currency: 'EUR',
  waiting: [],
  troubles: [],
  isPartial: false,
  failure: null,
  leftOut: 0,
  otherCurrencies: [],
}

let requests: URLSearchParams[]
let client = createQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(() => {
  requests = []
  client = createQueryClient()
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, 'https://travel.example').searchParams)
    return new Response('')
  })
})

test('marks only the request of a press, and requests the search as it is, priced in the currency of the list', async () => {
  const options = {
    search,
    today: '2026-11-20',
    view,
    isDone: true,
    bags: noBagWish,
  }
  const { result } = renderHook(() => useDayPrices(options), { wrapper })
  await waitFor(() => expect(requests).toHaveLength(1))
  act(() => result.current.check('2027-02-16'))
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map((query) => [query.get('dates'), query.get('look')])).toEqual([
    ['2027-02-12,2027-02-14,2027-02-11,2027-02-15,2027-02-10,2027-02-16', 'background'],
    ['2027-02-16', 'pressed'],
  ])
  expect(requests.map((query) => query.get('prices_in'))).toEqual(['EUR', 'EUR'])
  expect(requests.map((query) => query.get('currency'))).toEqual([null, null])
})

/** The state of a day after its press, if the request ended for this reason. */
async function stateAfter(reason: DOMException | undefined): Promise<string | undefined> {
  const leaving = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(leaving.signal)
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('look=pressed')) return new Response('')
    if (reason === undefined) return new Response(`${JSON.stringify({ state: 'unknown', dates: '2027-02-16' })}\n`)
    leaving.abort(reason)
    throw reason
  })
  const options = { search, today: '2026-11-20', view, isDone: false, bags: noBagWish }
  const { result } = renderHook(() => useDayPrices(options), { wrapper })
  await act(async () => result.current.check('2027-02-16'))
  await waitFor(() => expect(result.current.known('2027-02-16')).toBeDefined())
  return result.current.known('2027-02-16')?.state
}

test.each([
  ['has failed if the server found nothing, so that its page gives the reason', undefined, 'failed'],
  ['is unknown again after a time-out', new DOMException('', 'TimeoutError'), 'unknown'],
  ['is left as it is if the page ended the request', new DOMException('', 'AbortError'), 'asking'],
])('a pressed day %s', async (_, reason, state) => {
  expect(await stateAfter(reason)).toBe(state)
})

test('asks for the other days with the bags of the travelers, and again after a change of the bags', async () => {
  const options = { search, today: '2026-11-20', view, isDone: true }
  const one = { cabin: 0, checked: 1, travelers: 1 }
  const { result, rerender } = renderHook((bags: typeof one) => useDayPrices({ ...options, bags }), {
    initialProps: one,
    wrapper,
  })
  await waitFor(() => expect(requests).toHaveLength(1))
  // No provider says what a bag costs with the offer in the list.
  expect(result.current.known('2027-02-13')).toEqual({ state: 'failed', reason: 'bags', dates: '2027-02-13' })
  rerender({ ...one, checked: 2 })
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map((query) => [query.get('cabin_bags'), query.get('checked_bags')])).toEqual([
    ['0', '1'],
    ['0', '2'],
  ])
})

test('another day of the trip shows what is known, and asks for the rest and for what had no answer', async () => {
  const fetched_at = new Date().toISOString()
  const price = { amount: 500, currency: 'EUR' }
  const lines = [
    { state: 'priced', dates: '2027-02-14', price, data: 'live', provider: 'A', fetched_at },
    { state: 'failed', dates: '2027-02-12', reason: 'no_answer' },
  ]
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, 'https://travel.example').searchParams)
    return new Response(requests.length === 1 ? lines.map((line) => JSON.stringify(line)).join('\n') : '')
  })
  const options = { search, today: '2026-11-20', view, isDone: true, bags: noBagWish }
  const first = renderHook(() => useDayPrices(options), { wrapper })
  await waitFor(() => expect(first.result.current.known('2027-02-14')?.state).toBe('priced'))
  await waitFor(() => expect(first.result.current.known('2027-02-12')?.state).toBe('failed'))
  first.unmount()
  const other = { ...options, search: { ...search, date: '2027-02-15' } }
  const { result } = renderHook(() => useDayPrices(other), { wrapper })
  expect(result.current.known('2027-02-14')).toMatchObject({ state: 'priced', price })
  await waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]?.get('dates')).toBe('2027-02-16,2027-02-13,2027-02-17,2027-02-12,2027-02-18')
})
