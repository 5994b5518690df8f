import { expect, test } from 'vitest'
import { flightList } from './flights/flight-list-query.ts'
import { hotelList } from './hotels/hotel-list-query.ts'
import { listNames } from './offline/kept-pages.ts'

test('the service worker knows every list parameter of flights and hotels', () => {
  expect([...listNames].sort()).toEqual([...new Set([...flightList.names, ...hotelList.names])].sort())
})
