import { expect, test } from 'vitest'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { homeSearch } from './home-search.ts'

const places = createPlaces()

/** The form of the home page at `now`, after a search from `origin` on `date`. */
function formAfter(origin: string, date: string, now: string, more = '') {
  const query = `origin=${origin}&destination=SEA&date=${date}${more}`
  return homeSearch(query, places, Date.parse(now), { currency: 'USD', home: null, language: 'en' }).form
}

test.each([
  ['HNL', '2026-11-20', '2026-11-21T05:00:00Z', '2026-11-20'],
  ['HNL', '2026-11-19', '2026-11-21T05:00:00Z', ''],
  ['AKL', '2026-11-20', '2026-11-20T12:00:00Z', ''],
  ['AKL', '2026-11-21', '2026-11-20T12:00:00Z', '2026-11-21'],
  ['AKL', '2027-11-21', '2026-11-20T12:00:00Z', '2027-11-21'],
])('the last search from %s on %s, opened at %s, keeps its date only if it can still be searched', (...given) => {
  const [origin, date, now, kept] = given
  expect(formAfter(origin, date, now)).toMatchObject({ origin, destination: 'SEA', date: kept })
})

test.each([
  ['&return_date=2026-11-25', { return_date: '' }],
  ['&onward=SEA-AMS-2026-11-25', { onward: [{ origin: 'SEA', destination: 'AMS', date: '' }] }],
])('drops all dates of a last search whose departure is past (%s)', (more, undated) => {
  expect(formAfter('AKL', '2026-11-20', '2026-11-20T12:00:00Z', more)).toMatchObject({ date: '', ...undated })
})

test.each([
  ['KIX', 'KIX', 'EUR'],
  ['XXX', '', 'EUR'],
  [null, '', 'USD'],
])('a first search starts at the home airport %s and in the currency of the profile', (home, origin, currency) => {
  const { form, names } = homeSearch('', places, Date.now(), { currency, home, language: 'en' })
  expect(form).toMatchObject({ origin, currency })
  expect(Object.keys(names)).toEqual(origin === '' ? [] : [origin])
})

test('the last search keeps its origin, and follows the currency of the profile', () => {
  const query = 'origin=HNL&destination=SEA&date=2026-12-20&currency=JPY'
  const { form } = homeSearch(query, places, Date.parse('2026-11-21T05:00:00Z'), {
    currency: 'EUR',
    home: 'KIX',
    language: 'en',
  })
  expect(form).toMatchObject({ origin: 'HNL', currency: 'EUR' })
})
