import { expect, test } from 'vitest'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { Json, SkillInput, SkillSuccess } from '#runner/contract/skill-io.ts'
import { makeFlight, selfTransferInNewark } from '../../model/flights/testing-flights.ts'
import { makeHotel } from '../../model/hotels/testing-hotels.ts'
import { createPlaces } from '../places/places.ts'
import { answering } from '../search/testing-answers.ts'
import { lowestPrices } from './lowest-prices.ts'

const places = createPlaces()
const stay = 'place=PAR&check_in=2027-03-12&check_out=2027-03-15&currency=EUR'

const answer = SkillSuccess.parse({
  status: 'success',
  skill: 'a',
  version: '1.0.0',
  results: [],
  metadata: { query_time_ms: 1, cached: false, data: 'live', fetched_at: '2027-01-01T00:00:00Z' },
})

function lowestOf(search: string, hotels: readonly HotelResult[]) {
  const output = SkillSuccess.parse({ ...answer, results: hotels.map((hotel) => Json.parse(hotel)) })
  const { points, ...flags } = lowestPrices(
    { kind: 'hotels', search, currency: 'EUR', cabinBags: 0, checkedBags: 0 },
    [output],
    places,
  )
  return { amounts: points.map(({ amount }) => amount), ...flags }
}

test('a hotel price without the children is not the lowest price of a search with children', () => {
  const withoutChildren = makeHotel({ id: '1', price: { amount: 300, currency: 'EUR' } })
  const guests = { adults: 2, child_ages: [1, 7] }
  const forAll = makeHotel({ id: '2', guests, price: { amount: 420, currency: 'EUR' } })
  const withChildren = `${stay}&child_ages=1,7`
  const flags = { isOtherCurrency: false, isWithoutChildren: false, isBagsUnknown: false }
  expect(lowestOf(withChildren, [withoutChildren, forAll])).toEqual({ ...flags, amounts: [420] })
  expect(lowestOf(withChildren, [withoutChildren])).toEqual({ ...flags, amounts: [], isWithoutChildren: true })
  expect(lowestOf(withChildren, [])).toEqual({ ...flags, amounts: [] })
  expect(lowestOf(stay, [withoutChildren])).toEqual({ ...flags, amounts: [300] })
  const dollars = makeHotel({ id: '3', guests, price: { amount: 420, currency: 'USD' } })
  expect(lowestOf(withChildren, [withoutChildren, dollars])).toEqual({ ...flags, amounts: [], isOtherCurrency: true })
})

test('a hotel price that only some travelers can book is never the lowest price of a search', () => {
  const at = (amount: number, audience: 'public' | 'negotiated' | 'conditional') =>
    makeHotel({ id: audience, price: { amount, currency: 'EUR' }, rate: { audience } })
  expect(lowestOf(stay, [at(100, 'conditional'), at(110, 'negotiated'), at(120, 'public')]).amounts).toEqual([120])
  expect(lowestOf(stay, [at(100, 'conditional')]).amounts).toEqual([])
})

test('the lowest price of a flight includes the bags of every traveler; fares without a price for them, and separate tickets, do not count', () => {
  const none = { bags: { cabin: 1, checked: { pieces: 0 } } }
  const fares = [
    makeFlight('1', { ...none, price: { amount: 100, currency: 'EUR' } }),
    makeFlight('2', {
      ...none,
      price: { amount: 200, currency: 'EUR' },
      checked_bag_price: { amount: 40, currency: 'EUR' },
    }),
  ]
  const search = 'origin=AMS&destination=AUA&date=2027-02-13&adults=2&currency=EUR'
  const lowest = (checkedBags: number, results: readonly FlightResult[]) => {
    const asked = { action: 'search_flights', params: { origin: 'AMS', destination: 'AUA', date: '2027-02-13' } }
    const found = SkillSuccess.parse({ ...answer, results: results.map((one) => Json.parse(one)) })
    const output = answering(SkillInput.parse(asked), found)
    const { points, isBagsUnknown } = lowestPrices(
      { kind: 'flights', search, currency: 'EUR', cabinBags: 0, checkedBags },
      [output],
      places,
    )
    return [points.map(({ amount }) => amount), isBagsUnknown]
  }
  expect(lowest(0, fares)).toEqual([[100], false])
  expect(lowest(1, fares)).toEqual([[280], false])
  expect(lowest(1, fares.slice(0, 1))).toEqual([[], true])
  const apart = makeFlight('3', { legs: [selfTransferInNewark], price: { amount: 50, currency: 'EUR' } })
  expect(lowest(0, [...fares, apart])).toEqual([[100], false])
})
