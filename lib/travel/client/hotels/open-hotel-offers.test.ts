import { expect, test, vi } from 'vitest'
import { makeHotel } from '../../model/hotels/testing-hotels.ts'
import { openHotelOffers } from './open-hotel-offers.ts'

const stay = { place: 'AUA', lat: 12.5, lon: -70, check_in: '2027-01-15', check_out: '2027-01-22' }

test.each([
  ['SKILL_DISABLED', { key: 'sourceSwitchedOff' }],
  ['API_TIMEOUT', { error: { code: 'API_TIMEOUT', message: 'The sentence of the error.' }, skill: 'hotel-search' }],
])('tells travelers why there are no offers after the error %s', async (code, failure) => {
  const error = { code, message: 'The sentence of the error.' }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 409 }))
  const wanted = { source: 'hotel-search', hotelId: 'H1', stay }
  const answer = await openHotelOffers(wanted, new AbortController().signal)
  expect(answer).toEqual({ state: 'failed', ...failure })
})

test('counts the offers that could not be read among those that are not shown', async () => {
  const metadata = { query_time_ms: 1, cached: false, fetched_at: '2026-11-22T08:05:00Z', unreadable: 2 }
  const output = { status: 'success', skill: 's', version: '1.0.0', results: [makeHotel()], metadata }
  vi.stubGlobal('fetch', async () => Response.json(output))
  const answer = await openHotelOffers({ source: 's', hotelId: 'ACPAR001', stay }, new AbortController().signal)
  expect(answer).toMatchObject({ state: 'answered', offers: [{ hotel: { hotel_id: 'ACPAR001' } }], leftOut: 2 })
})
