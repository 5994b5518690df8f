import { describe, expect, test } from 'vitest'
import { readFlightQuery } from './flights/flight-query.ts'
import { flightSentences } from './flights/flight-sentences.ts'
import { readHotelQuery } from './hotels/hotel-query.ts'
import { hotelSentences } from './hotels/hotel-sentences.ts'

const flight = { origin: 'SEA', destination: 'NRT', date: '2027-01-10', return_date: '2027-01-20' }
const stay = { place: 'PAR', check_in: '2027-01-10', check_out: '2027-01-12' }
const wrongValues = ['x', '-1', '0', '99999999', '1.5', 'yes', '2027-02-30', 'x_'.repeat(2500)]

/** A sentence that a reader understands: the field's words, no name or value of the URL, and not endless. */
const plainSentence = /^(?!.*(?:_|\blat\b|\blon\b|in capitals|\^|\[))[A-Z][^.]{10,140}\.$/

/** The sentences for a URL with this value. */
function flightErrors(more: [string, string][]): string[] {
  const read = readFlightQuery(new URLSearchParams([...Object.entries(flight), ...more]))
  return read.ok ? [] : flightSentences('round').all(read.errors)
}
function hotelErrors(more: [string, string][]): string[] {
  const read = readHotelQuery(new URLSearchParams([...Object.entries(stay), ...more]))
  return read.ok ? [] : hotelSentences.all(read.errors)
}

describe.each([
  {
    page: 'flights',
    base: flight,
    errorsOf: flightErrors,
    names: ['adults', 'children', 'infants', 'cabin', 'non_stop', 'currency', 'max_results'],
  },
  {
    page: 'hotels',
    base: stay,
    errorsOf: hotelErrors,
    names: [
      'radius_km',
      'adults',
      'rooms',
      'child_ages',
      'currency',
      'stars',
      'board',
      'free_cancellation',
      'price_min',
      'price_max',
      'max_results',
    ],
  },
])('each wrong parameter of a URL of $page gets one plain sentence', ({ base, errorsOf, names }) => {
  test.each(names)('%s', (name) => {
    expect(errorsOf([[name, '']])).toEqual([])
    const wrong = wrongValues.map((value) => errorsOf([[name, value]])).filter(({ length }) => length > 0)
    expect(wrong.length).toBeGreaterThan(3)
    for (const sentences of wrong) expect(sentences).toEqual([expect.stringMatching(plainSentence)])
  })

  test.each(Object.keys(base))('%s, twice', (name) => {
    expect(errorsOf([[name, 'x']])).toEqual([expect.stringMatching(plainSentence)])
  })
})

test.each(wrongValues)('a date %s is one error, whatever the other date', (value) => {
  const errorsOf = (query: Record<string, string>) => {
    const read = readFlightQuery(new URLSearchParams(query))
    return read.ok ? {} : read.errors
  }
  expect(Object.keys(errorsOf({ ...flight, date: value }))).toEqual(['date'])
  const read = readHotelQuery(new URLSearchParams({ ...stay, check_in: value }))
  expect(read.ok ? [] : Object.keys(read.errors)).toEqual(['check_in'])
})

test('half a map point and a point beside a place are told without the names of the URL', () => {
  const point = (query: Record<string, string>) => {
    const read = readHotelQuery(new URLSearchParams({ check_in: '2027-01-10', check_out: '2027-01-12', ...query }))
    return read.ok ? [] : hotelSentences.all(read.errors)
  }
  for (const query of [{ lat: '1' }, { lon: '1' }, { place: 'PAR', lat: '1', lon: '1' }, { lat: '91', lon: '1' }]) {
    expect(point(query)).toEqual([expect.stringMatching(plainSentence)])
  }
})

test('an invalid entry of a list is told as its field', () => {
  expect(hotelSentences.all({ 'child_ages.0': 'must be at most 17' })).toEqual([
    'The age of a child must be at most 17.',
  ])
})

test('an error of a later flight names that flight, and an error of all of them is told too', () => {
  const problems = {
    'onward.0.date': 'is before the previous flight: the earliest is 2027-01-21',
    'onward.1': 'is not a flight',
  }
  expect(flightSentences('multi').all(problems)).toEqual([
    'Further flights is not a flight.',
    'Flight 2: date is before the previous flight: the earliest is Thu 21 Jan 2027.',
  ])
})
