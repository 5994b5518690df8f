import { expect, test } from 'vitest'
import { createPlaces } from '#lib/travel/server/places/places.ts'
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

test.each([
  [{ date: '2027-02-13', return_date: '2027-02-30' }, 'round', '2027-02-13'],
  [{ date: '2027-02-30', return_date: '2027-03-04' }, 'round', ''],
  [{ date: '2027-02-30', return_date: '' }, 'one', ''],
  [{ date: '' }, 'round', ''],
])(
  'keeps a trip one-way or round if a date is invalid, so that the person can correct the date: %j',
  (dates, trip, date) => {
    const query = new URLSearchParams({ origin: 'HNL', destination: 'SEA', ...dates })
    const read = readSearch(query, places, Date.parse('2026-11-20T12:00:00Z'))
    expect(read).toMatchObject({ ok: false, form: { trip, date } })
  },
)
