import { expect, test } from 'vitest'
import { createQueryParser } from '#lib/platform/server/http/input-error.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { phrasesOf } from '#runner/contract/field-fault.ts'
import { readFlightQuery } from '../../model/flights/flight-query.ts'
import { readHotelQuery } from '../../model/hotels/hotel-query.ts'

// A page and its route parse the same URL: they must agree on repeated parameters.

const flights = createQueryParser(FlightSearch)
const hotels = createQueryParser(HotelSearch)

test.each([
  ['adults=2&adults=3', 'adults'],
  ['adults=2&adults=2', 'adults'],
  ['destination=LHR', 'destination'],
  ['cabin=first&cabin=', undefined],
  ['cabin=&cabin=first', undefined],
])('the page and the route agree on a flight search with %s', (more, wrong) => {
  const query = new URLSearchParams(`origin=SEA&destination=NRT&date=2026-12-30&${more}`)
  const [page, route] = [readFlightQuery(query), flights(query)]
  const errors = page.ok ? {} : phrasesOf(page.errors)
  const details = route.ok ? {} : route.error.details
  expect(errors).toEqual(wrong === undefined ? {} : { [wrong]: 'cannot be given more than once' })
  expect(details).toEqual(errors)
  if (page.ok && route.ok) expect(page.search).toEqual(route.value)
})

test.each([
  ['stars=4&stars=5&child_ages=3,4&child_ages=5', true],
  ['child_ages=&child_ages=', true],
  ['child_ages=3&child_ages=', false],
  ['rooms=1&rooms=2', false],
  ['place=LON', false],
])('the page and the route agree on a hotel search with %s, valid: %s', (more, isSearch) => {
  const query = new URLSearchParams(`place=PAR&check_in=2027-02-10&check_out=2027-02-13&${more}`)
  const [page, route] = [readHotelQuery(query), hotels(query)]
  expect([page.ok, route.ok]).toEqual([isSearch, isSearch])
  if (page.ok && route.ok) expect(page.search).toEqual(route.value)
})
