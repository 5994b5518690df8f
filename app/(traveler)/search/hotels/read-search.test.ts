import { expect, test } from 'vitest'
import { createPlaces } from '#lib/places/places.ts'
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
