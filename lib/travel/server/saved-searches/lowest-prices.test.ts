import { expect, test } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { Json, SkillSuccess } from '#runner/contract/skill-io.ts'
import { makeHotel } from '../../model/hotels/testing-hotels.ts'
import { createPlaces } from '../places/places.ts'
import { lowestPrices } from './lowest-prices.ts'

const places = createPlaces()
const stay = 'place=PAR&check_in=2027-03-12&check_out=2027-03-15&currency=EUR'

function lowestOf(search: string, hotels: readonly HotelResult[]) {
  const output = SkillSuccess.parse({
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: hotels.map((hotel) => Json.parse(hotel)),
    metadata: { query_time_ms: 1, cached: false, data: 'live', fetched_at: '2027-01-01T00:00:00Z' },
  })
  const { points, ...flags } = lowestPrices({ kind: 'hotels', search, currency: 'EUR' }, [output], places)
  return { amounts: points.map(({ amount }) => amount), ...flags }
}

test('a hotel price without the children is not the lowest price of a search with children', () => {
  const withoutChildren = makeHotel({ id: '1', price: { amount: 300, currency: 'EUR' } })
  const guests = { adults: 2, child_ages: [1, 7] }
  const forAll = makeHotel({ id: '2', guests, price: { amount: 420, currency: 'EUR' } })
  const withChildren = `${stay}&child_ages=1,7`
  const flags = { isOtherCurrency: false, isWithoutChildren: false }
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
