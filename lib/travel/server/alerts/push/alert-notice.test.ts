import { expect, test } from 'vitest'
import { languages } from '#lib/platform/model/languages.ts'
import { createPlaces } from '../../places/places.ts'
import { alertNotice } from './push-alert.ts'

const places = createPlaces()
const id = 'alrt_0123456789abcdefghijkl'
const flights = {
  id: 'srch_0123456789abcdefghijkl',
  kind: 'flights',
  search: 'origin=AMS&destination=AUA&date=2027-02-13&return_date=2027-02-21',
  rule: { type: 'below_saved' },
  cabinBags: 0,
  checkedBags: 0,
  data: 'live' as const,
  savedAmount: 500,
}
const alert = { id, amount: 400, currency: 'USD', data: 'live' as const, search: flights }
const english = { language: 'en', locale: 'en-US' }

test('a notification shows route, dates and prices, and links to the search on the Trips page', () => {
  expect(alertNotice(alert, english, places)).toEqual({
    title: 'Amsterdam to Oranjestad: the price fell to $400',
    body: '13–21 Feb 2027. The first price was $500.',
    tag: flights.id,
    path: `/trips?alert=${id}#${flights.id}`,
    language: 'en',
  })
})

test('a notification about a price with bags says so', () => {
  const notice = alertNotice({ ...alert, search: { ...flights, checkedBags: 1 } }, english, places)
  expect(notice?.body).toBe('13–21 Feb 2027, with 1 checked bag. The first price was $500.')
})

test('a notification about a price that is not below the first price names no other price', () => {
  for (const savedAmount of [400, 390, null]) {
    const notice = alertNotice({ ...alert, search: { ...flights, savedAmount } }, english, places)
    expect(notice?.body).toBe('13–21 Feb 2027')
  }
})

test.each([
  ['de', 'Amsterdam nach Oranjestad: Der Preis ist auf 400 $ gefallen'],
  ['ja', 'アムステルダム → オラニエスタッド：料金が$400に下がりました'],
])('a browser with the language %s gets the notification in that language', (language, title) => {
  const notice = alertNotice(alert, { language, locale: language }, places)
  expect(notice?.title.replace('\u00a0', ' ')).toBe(title)
  expect(notice?.language).toBe(language)
})

test('a notification labels a generated price, and never compares a real price with a generated one', () => {
  const sample = alertNotice({ ...alert, data: 'sample' }, english, places)
  expect(sample?.body).toBe('13–21 Feb 2027. This is not a real price: the app runs with sample or test data.')
  const other = alertNotice({ ...alert, search: { ...flights, data: 'test' } }, english, places)
  expect(other?.body).toBe('13–21 Feb 2027')
})

test('the title names the place of a hotel search, or its coordinates', () => {
  const stay = { ...flights, kind: 'hotels' }
  const dates = 'check_in=2027-02-13&check_out=2027-02-21'
  const inPlace = alertNotice({ ...alert, search: { ...stay, search: `place=AUA&${dates}` } }, english, places)
  expect(inPlace?.title).toBe('Oranjestad: the price fell to $400')
  const around = alertNotice({ ...alert, search: { ...stay, search: `lat=12.5&lon=-70&${dates}` } }, english, places)
  expect(around?.title).toBe('Around 12.50, -70.00: the price fell to $400')
})

test('a search that the current schema cannot parse gives no notification', () => {
  expect(alertNotice({ ...alert, search: { ...flights, search: 'origin=' } }, english, places)).toBeUndefined()
})

test.each(languages)(
  'a notification about a trip of many stops has its price and fits into the title (%s)',
  (language) => {
    const onward = 'GRU-EZE-2027-03-10,SCL-KUL-2027-03-11,BKK-SGN-2027-03-12,AKL-POM-2027-03-13,HNL-LAX-2027-03-14'
    const search = `origin=JFK&destination=CGK&date=2027-03-09&onward=${onward}`
    const notice = alertNotice({ ...alert, search: { ...flights, search } }, { language, locale: language }, places)
    expect(notice?.title).toContain('400')
    // The service worker shows no title of more than 200 characters.
    expect(notice?.title.length).toBeLessThanOrEqual(200)
  },
)
