import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { cardText } from './card-text.ts'

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
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(cardText(text, 'NRT')).toMatch(/^[\u0020-\u007e\u00a0-\u00ff\u2013\u2019]{1,60}$/)
    }),
  )
})
