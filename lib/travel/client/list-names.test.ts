import { expect, test } from 'vitest'
import { flightListNames } from './flights/flight-list-query.ts'
import { hotelListNames } from './hotels/hotel-list-query.ts'
import { listNames } from './offline/kept-pages.ts'

test('the service worker knows every list parameter of flights and hotels', () => {
  expect([...listNames].sort()).toEqual([...new Set([...flightListNames, ...hotelListNames])].sort())
})
