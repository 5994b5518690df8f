import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardDates, cardText } from './card-text.ts'

test.each([
  ['São Paulo', 'São Paulo'],
  ['Poznań', 'Poznan'],
  ['Łódź', 'ódz'],
  ['東京', 'NRT'],
  ['✈️', 'NRT'],
  ['\u0000\u202e ', 'NRT'],
])('draws %j as %j', (text, drawn) => {
  expect(cardText(text, 'NRT')).toBe(drawn)
})

test('any text becomes 1 to 60 characters of the Latin font', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(cardText(text, 'NRT')).toMatch(/^[\u0020-\u007e\u00a0-\u00ff\u2013\u2019]{1,60}$/)
    }),
  )
})

test.each([
  ['2027-02-13', '2027-02-13', 'Sat 13 Feb 2027'],
  ['2027-02-13', '2027-02-21', '13–21 Feb 2027'],
  ['2026-12-27', '2027-01-03', 'Sun 27 Dec 2026 – Sun 3 Jan 2027'],
])('the card of a search from %s to %s names each year that it touches', (from, to, drawn) => {
  expect(cardDates(from, to)).toBe(drawn)
})
