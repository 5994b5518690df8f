import { expect, test } from 'vitest'
import { createPlaces } from '#lib/places/places.ts'
import { readSearch } from './read-search.ts'

const places = createPlaces()

test.each([
  ['HNL', '2026-11-20', '2026-11-21T05:00:00Z', ['adults']],
  ['HNL', '2026-11-19', '2026-11-21T05:00:00Z', ['adults', 'date']],
  ['AKL', '2026-11-20', '2026-11-20T12:00:00Z', ['adults', 'date']],
  ['AKL', '2026-11-21', '2026-11-20T12:00:00Z', ['adults']],
])(
  'with another invalid field, a flight from %s on %s is past only by the date there at %s',
  (origin, date, now, names) => {
    const query = new URLSearchParams({ origin, destination: 'SEA', date, adults: 'x' })
    const read = readSearch(query, places, Date.parse(now))
    expect(!read.ok && Object.keys(read.problems).toSorted()).toEqual(names)
  },
)
