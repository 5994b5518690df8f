import { expect, it } from 'vitest'
import { flightListNames } from './flights/flight-list-query.ts'
import { hotelListNames } from './hotels/hotel-list-query.ts'
import { withListed } from './list-query.ts'

it.each([
  ['flights', flightListNames, 'sort=price&max_minutes=720&out_departure=06:00-22:00&checked_bag=1&airlines=-UA'],
  ['hotels', hotelListNames, 'sort=distance&with_stars=4,5&with_board=-room_only&max_km=2&free=1&price=-900'],
])('carries the order and filters of %s over to another search', (_kind, names, listed) => {
  const query = new URLSearchParams(withListed('date=2027-02-14&currency=EUR', `date=2027-02-13&${listed}`, names))
  expect(Object.fromEntries(query)).toEqual({
    ...Object.fromEntries(new URLSearchParams(listed)),
    date: '2027-02-14',
    currency: 'EUR',
  })
})

it('does not carry over the open row or parameters outside the list', () => {
  expect(withListed('adults=2', 'row=abc&minutes=5&utm_source=x&constructor=1', flightListNames)).toBe('adults=2')
})
