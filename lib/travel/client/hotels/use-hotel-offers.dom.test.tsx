import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { makeHotel } from '../../model/hotels/testing-hotels.ts'
import { createQueryClient } from '../create-query-client.ts'
import { useHotelOffers } from './use-hotel-offers.ts'

const failed = { error: { code: 'API_TIMEOUT', message: 'No answer.' } }
const metadata = { query_time_ms: 5, cached: false, partial: false, data: 'live', fetched_at: '2026-11-20T08:00:00Z' }
const answered = { status: 'success', skill: 'a', version: '1.0.0', results: [makeHotel()], metadata }

test('a row that is opened again shows its offers without a request, but not a failure or older offers', async () => {
  const answers: object[] = [failed, answered, answered]
  const fetch = vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answers.shift()))
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const about = { source: 'a', fetchedAtMs: 1, data: 'live', cached: false } as const
  const [offer] = readHotels([makeHotel()], about).offers
  if (!offer) throw new Error('no offer')
  const open = (shown = offer) => renderHook(() => useHotelOffers(shown, { rooms: 1 }), { wrapper })
  const stateOf = ({ result }: ReturnType<typeof open>) => result.current.offers.state

  const first = open()
  expect(stateOf(first)).toBe('asking')
  await waitFor(() => expect(stateOf(first)).toBe('failed'))
  act(() => first.result.current.retry())
  await waitFor(() => expect(stateOf(first)).toBe('answered'))
  first.unmount()
  expect(stateOf(open())).toBe('answered')
  expect(fetch).toHaveBeenCalledTimes(2)

  const refreshed = open({ ...offer, fetchedAtMs: offer.fetchedAtMs + 1 })
  await waitFor(() => expect(stateOf(refreshed)).toBe('answered'))
  expect(fetch).toHaveBeenCalledTimes(3)
})
