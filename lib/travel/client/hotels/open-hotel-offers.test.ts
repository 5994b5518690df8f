import { expect, test } from 'vitest'
import { openHotelOffers } from './open-hotel-offers.ts'

const stay = { place: 'AUA', lat: 12.5, lon: -70, check_in: '2027-01-15', check_out: '2027-01-22' }

test.each([
  ['SKILL_DISABLED', { key: 'sourceSwitchedOff' }],
  ['API_TIMEOUT', { error: { code: 'API_TIMEOUT', message: 'The sentence of the error.' }, skill: 'hotel-search' }],
])('tells travelers why there are no offers after the error %s', async (code, failure) => {
  const error = { code, message: 'The sentence of the error.' }
  const answer = await openHotelOffers(
    { source: 'hotel-search', hotelId: 'H1', stay },
    async () => Response.json({ error }, { status: 409 }),
    new AbortController().signal,
  )
  expect(answer).toEqual({ state: 'failed', ...failure })
})
