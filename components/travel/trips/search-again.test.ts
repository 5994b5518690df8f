import { expect, test } from 'vitest'
import { openRow } from '#lib/travel/client/open-row.ts'
import { groupFlights } from '#lib/travel/model/flights/itinerary.ts'
import { readFlights } from '#lib/travel/model/flights/read-flights.ts'
import { fareKey } from '#lib/travel/model/flights/same-flight.ts'
import { makeFlight, viaNewark } from '#lib/travel/model/flights/testing-flights.ts'
import { groupHotels } from '#lib/travel/model/hotels/hotel-item.ts'
import { stayKey } from '#lib/travel/model/hotels/same-stay.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { searchAgain } from './trip-card.tsx'

const seen = { amount: 900, currency: 'EUR', seenAtMs: 0 }
const facts = { id: '1', skill: 'a', data: 'live', saved: seen, latest: seen, isPast: false } as const
const answer = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const

function opened(trip: TripView) {
  const url = new URL(searchAgain(trip), 'http://localhost')
  const { row, part } = openRow(url.searchParams.get('row'))
  url.searchParams.delete('row')
  return { page: `${url.pathname}${url.search}`, row, part }
}

test('searching again opens the saved fare of its flights in an answer with other ids and prices', () => {
  const make = (id: string, brand: string, amount: number) =>
    makeFlight(id, { legs: [viaNewark], fare: { brand }, price: { amount, currency: 'EUR' } })
  const { page, row, part } = opened({
    ...facts,
    kind: 'flights',
    search: 'origin=AMS',
    flight: make('1', 'Flex', 900),
  })
  const [found] = groupFlights(readFlights([make('8', 'Light', 500), make('9', 'Flex', 700)], answer).offers)
  expect(page).toBe('/search/flights?origin=AMS')
  expect(row).toBe(found?.key)
  expect(found?.fares.find((fare) => fareKey(fare) === part)?.flight.id).toBe('9')
})

test('searching again opens the saved room of its hotel', () => {
  const hotel = makeHotel()
  const { row, part } = opened({ ...facts, kind: 'hotels', search: 'place=LIS', hotel, today: '2026-11-20' })
  const offer = { ...answer, key: 'a~8', hotel: { ...hotel, id: '8' }, price: hotel.price }
  const [found] = groupHotels([offer], { currency: hotel.price.currency, rates: null, nowMs: 0 })
  expect(row).toBe(found?.key)
  expect(part).toBe(stayKey(offer))
})
