import { expect, test } from 'vitest'
import { openHotelOffers } from './open-hotel-offers.ts'

const stay = { place: 'AUA', lat: 12.5, lon: -70, check_in: '2027-01-15', check_out: '2027-01-22' }

test.each([
  ['SKILL_DISABLED', 'The source of these offers is switched off for now.'],
  ['API_TIMEOUT', 'The sentence of the error.'],
])('shows a refusal with %s as a sentence for travelers', async (code, message) => {
  const error = { code, message: 'The sentence of the error.' }
  const answer = await openHotelOffers(
    { source: 'hotel-search', hotelId: 'H1', stay },
    async () => Response.json({ error }, { status: 409 }),
    new AbortController().signal,
  )
  expect(answer).toEqual({ state: 'failed', message })
})
