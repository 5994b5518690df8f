import { expect, test } from 'vitest'
import { createPlaces } from '#lib/places/places.ts'
import { makeHotel } from '#lib/travel/hotels/testing-hotels.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { Json, SkillSuccess } from '#runner/contract/skill-io.ts'
import { lowestPrices } from './lowest-prices.ts'

const places = createPlaces()
const stay = 'place=PAR&check_in=2027-03-12&check_out=2027-03-15&currency=EUR'

function amountsOf(search: string, hotels: readonly HotelResult[]): number[] {
  const output = SkillSuccess.parse({
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: hotels.map((hotel) => Json.parse(hotel)),
    metadata: { query_time_ms: 1, cached: false, data: 'live', fetched_at: '2027-01-01T00:00:00Z' },
  })
  return lowestPrices({ kind: 'hotels', search, currency: 'EUR' }, [output], places).points.map(({ amount }) => amount)
}

test('a hotel price without the children is not the lowest price of a search with children', () => {
  const withoutChildren = makeHotel({ id: '1', price: { amount: 300, currency: 'EUR' } })
  const guests = { adults: 2, child_ages: [1, 7] }
  const forAll = makeHotel({ id: '2', guests, price: { amount: 420, currency: 'EUR' } })
  expect(amountsOf(`${stay}&child_ages=1,7`, [withoutChildren, forAll])).toEqual([420])
  expect(amountsOf(`${stay}&child_ages=1,7`, [withoutChildren])).toEqual([])
  expect(amountsOf(stay, [withoutChildren])).toEqual([300])
})
