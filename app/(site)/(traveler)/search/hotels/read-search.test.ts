import { expect, test } from 'vitest'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { readStay } from './read-search.ts'

const places = createPlaces()
const honolulu = { lat: '21.3', lon: '-157.85' }

test.each([
  [{ place: 'HNL' }, '2026-11-20', '2026-11-21T05:00:00Z', ['adults']],
  [honolulu, '2026-11-20', '2026-11-21T05:00:00Z', ['adults']],
  [honolulu, '2026-11-19', '2026-11-21T05:00:00Z', ['adults', 'check_in']],
  [{ place: 'AKL' }, '2026-11-20', '2026-11-20T12:00:00Z', ['adults', 'check_in']],
])(
  'with another invalid field, a stay at %j from %s is past only by the date there at %s',
  (where, check_in, now, names) => {
    const query = new URLSearchParams({ ...where, check_in, check_out: '2026-11-25', adults: 'x' })
    const read = readStay(query, places, Date.parse(now))
    expect(!read.ok && Object.keys(read.problems).toSorted()).toEqual(names)
  },
)

test('the form of an invalid search keeps valid wishes, and drops a price range that it could not correct', () => {
  const wishes = { stars: '4', board: 'breakfast', price_min: '200', price_max: '100' }
  const query = new URLSearchParams({ place: 'HNL', check_in: '2026-11-21', check_out: '2026-11-25', ...wishes })
  const { ok, form } = readStay(query, places, Date.parse('2026-11-20T12:00:00Z'))
  expect(ok).toBe(false)
  expect(form).toMatchObject({ stars: [4], board: 'breakfast' })
  expect(form).not.toHaveProperty('price_min')
  expect(form).not.toHaveProperty('price_max')
})
