import { describe, expect, test } from 'vitest'
import type { Language } from '#lib/platform/model/languages.ts'
import { textsIn } from '../../../scripts/testing/render-in.tsx'
import { readFlightQuery } from './flights/flight-query.ts'
import { flightSentences } from './flights/flight-sentences.ts'
import { readHotelQuery } from './hotels/hotel-query.ts'
import { hotelSentences } from './hotels/hotel-sentences.ts'

const flightsIn = (language: Language, trip: 'round' | 'multi') =>
  flightSentences(trip, { t: textsIn(language, 'flightFields'), locale: language })
const staysIn = (language: Language) => hotelSentences({ t: textsIn(language, 'stayFields'), locale: language })

const flight = { origin: 'SEA', destination: 'NRT', date: '2027-01-10', return_date: '2027-01-20' }
const stay = { place: 'PAR', check_in: '2027-01-10', check_out: '2027-01-12' }
const wrongValues = ['x', '-1', '0', '99999999', '1.5', 'yes', '2027-02-30', 'x_'.repeat(2500)]

/** A sentence that a reader understands: in words, without parameter names and values of the URL, of limited length. */
const plainSentence = /^(?!.*(?:_|\blat\b|\blon\b|in capitals|\^|\[))[A-Z][^.]{10,140}\.$/

/** The sentences for a URL with these additional parameters. */
function flightErrors(more: [string, string][]): string[] {
  const read = readFlightQuery(new URLSearchParams([...Object.entries(flight), ...more]))
  return read.ok ? [] : flightsIn('en', 'round').all(read.errors)
}
function hotelErrors(more: [string, string][]): string[] {
  const read = readHotelQuery(new URLSearchParams([...Object.entries(stay), ...more]))
  return read.ok ? [] : staysIn('en').all(read.errors)
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

test.each(wrongValues)('an invalid date %s is an error of that date only', (value) => {
  const errorsOf = (query: Record<string, string>) => {
    const read = readFlightQuery(new URLSearchParams(query))
    return read.ok ? {} : read.errors
  }
  expect(Object.keys(errorsOf({ ...flight, date: value }))).toEqual(['date'])
  const read = readHotelQuery(new URLSearchParams({ ...stay, check_in: value }))
  expect(read.ok ? [] : Object.keys(read.errors)).toEqual(['check_in'])
})

test('the sentences about a map point do not use the parameter names of the URL', () => {
  const point = (query: Record<string, string>) => {
    const read = readHotelQuery(new URLSearchParams({ check_in: '2027-01-10', check_out: '2027-01-12', ...query }))
    return read.ok ? [] : staysIn('en').all(read.errors)
  }
  for (const query of [{ lat: '1' }, { lon: '1' }, { place: 'PAR', lat: '1', lon: '1' }, { lat: '91', lon: '1' }]) {
    expect(point(query)).toEqual([expect.stringMatching(plainSentence)])
  }
})

test('an invalid entry of a list gets the sentence of its field', () => {
  expect(staysIn('en').all({ 'child_ages.0': { facts: { code: 'invalid' } } })).toEqual([
    'The age of a child must be a whole number from 0 to 17.',
  ])
})

test('an error of a later flight names that flight, and an unknown error of a flight gets a general sentence', () => {
  const problems = {
    'onward.0.date': { facts: { code: 'before', date: '2027-01-21' } },
    'onward.1': {},
  } as const
  expect(flightsIn('en', 'multi').all(problems)).toEqual([
    'Change the further flights and search again.',
    'Flight 2: date is before the previous flight: the earliest is Thu 21 Jan 2027.',
  ])
})

describe('in the reader’s language', () => {
  const problems = {
    'onward.0.date': { facts: { code: 'before', date: '2027-01-21' } },
    adults: { facts: { code: 'invalid' } },
    meal: { facts: { code: 'unknownField' } },
  } as const

  test.each([
    [
      'de',
      [
        'Flug 2: Das Datum liegt vor dem vorherigen Flug: Der früheste Tag ist Do., 21. Jan. 2027.',
        'Die Zahl der Erwachsenen muss eine ganze Zahl von 1 bis 9 sein.',
        'meal ist kein bekanntes Feld: Entfernen Sie es.',
      ],
    ],
    [
      'ja',
      [
        'フライト2：日付が前のフライトより前です。2027年1月21日(木)以降を選んでください。',
        '大人の人数は、1から9までの整数で指定してください。',
        'mealという項目はありません。削除してください。',
      ],
    ],
    [
      'es',
      [
        'Vuelo 2: la fecha es anterior al vuelo previo: la primera posible es jue, 21 ene 2027.',
        'El número de adultos debe ser un número entero entre 1 y 9.',
        'meal no es un campo conocido: elimínalo.',
      ],
    ],
    [
      'nl',
      [
        'Vlucht 2: de datum ligt vóór de vorige vlucht: de eerste mogelijke datum is do 21 jan 2027.',
        'Het aantal volwassenen moet een heel getal van 1 tot en met 9 zijn.',
        'meal is geen bekend veld: verwijder het.',
      ],
    ],
  ] as const)('%s: a sentence has the date and the limits in the reader’s format', (language, sentences) => {
    expect(flightsIn(language, 'multi').all(problems)).toEqual(sentences)
  })

  test('the limits of a price have the separators of the language', () => {
    const problem = { price_max: { facts: { code: 'invalid' } } } as const
    expect(staysIn('de').all(problem)).toEqual(['Der höchste Preis muss eine ganze Zahl von 1 bis 999.999.999 sein.'])
    expect(staysIn('en').all(problem)).toEqual(['Highest price must be a whole number from 1 to 999,999,999.'])
  })

  test('a limit in the problem takes precedence over the limit of the field', () => {
    expect(staysIn('ja').byField({ child_ages: { facts: { code: 'tooMany', most: 8 } } })).toEqual({
      child_ages: '子供は1室8名までです。',
    })
  })

  test('asks the reader once to change each field that a source refuses, whatever the source says about it', () => {
    const refused = { currency: 'cannot be "AFN"', 'child_ages.0': 'no', 'child_ages.1': 'no', nights: 'no' }
    expect(staysIn('de').changes(refused)).toEqual([
      'Ändern Sie die Währung und suchen Sie noch einmal.',
      'Ändern Sie das Alter der Kinder und suchen Sie noch einmal.',
    ])
    expect(flightsIn('ja', 'multi').changes({ 'onward.1.origin': 'no' })).toEqual([
      'フライト3：出発地を変更して、もう一度検索してください。',
    ])
  })
})
