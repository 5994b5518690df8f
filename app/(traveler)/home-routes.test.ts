import { expect, test } from 'vitest'
import { createPlaces } from '#lib/places/places.ts'
import { writeRoutes } from '#lib/travel/flights/route-cookie.ts'
import { homeSearch } from './home-routes.ts'

const places = createPlaces()
const noMemory = { lastQuery: '', routes: [] }

/** The form of the home page at `now`, after a search from `origin` on `date`. */
function formAfter(origin: string, date: string, now: string, more = '') {
  const cookie = writeRoutes(noMemory, [[origin, 'SEA']], `origin=${origin}&destination=SEA&date=${date}${more}`)
  return homeSearch(cookie, places, Date.parse(now)).form
}

test.each([
  ['HNL', '2026-11-20', '2026-11-21T05:00:00Z', '2026-11-20'],
  ['HNL', '2026-11-19', '2026-11-21T05:00:00Z', ''],
  ['AKL', '2026-11-20', '2026-11-20T12:00:00Z', ''],
  ['AKL', '2026-11-21', '2026-11-20T12:00:00Z', '2026-11-21'],
  ['AKL', '2027-11-21', '2026-11-20T12:00:00Z', '2027-11-21'],
])('keeps the date of the last search from %s on %s at %s only while it can be searched there', (...given) => {
  const [origin, date, now, kept] = given
  expect(formAfter(origin, date, now)).toMatchObject({ origin, destination: 'SEA', date: kept })
})

test.each([
  ['&return_date=2026-11-25', { return_date: '' }],
  ['&onward=SEA-AMS-2026-11-25', { onward: [{ origin: 'SEA', destination: 'AMS', date: '' }] }],
])('a last search whose departure is past keeps none of its dates (%s)', (more, undated) => {
  expect(formAfter('AKL', '2026-11-20', '2026-11-20T12:00:00Z', more)).toMatchObject({ date: '', ...undated })
})
