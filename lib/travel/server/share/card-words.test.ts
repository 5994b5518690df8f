import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messagesOf } from '#lib/platform/server/i18n/messages-of.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { CardLanguage, cardLanguageOf } from './card-language.ts'
import { cardText, cardWords } from './card-words.ts'

test.each([
  ['2027-02-13', '2027-02-13', 'Sat 13 Feb 2027'],
  ['2027-02-13', '2027-02-21', '13–21 Feb 2027'],
  ['2026-12-27', '2027-01-03', '27 Dec 2026 – 3 Jan 2027'],
])('the card of a search from %s to %s names each year that it touches', (from, to, drawn) => {
  expect(cardWords('en').days(from, to)).toBe(drawn)
})

test.each([
  ['es', '13–21 feb 2027'],
  ['nl', '13–21 feb 2027'],
  ['de', '13.–21. Feb. 2027'],
] as const)('a card in %s has its texts and dates in this language', (language, dates) => {
  const { share, days } = cardWords(language)
  expect(share('byTotalPrice')).toBe(messagesOf(language, 'share').byTotalPrice)
  expect(days('2027-02-13', '2027-02-21')).toBe(dates)
})

test.each(CardLanguage.options)('the fonts of the card have every letter of its texts in %s', (language) => {
  const { days } = cardWords(language)
  const texts = Object.values(messagesOf(language, 'share'))
  const months = Array.from({ length: 12 }, (_, at) => days('2026-12-27', `2027-${String(at + 1).padStart(2, '0')}-03`))
  for (const text of texts) expect(cardText(text, '')).toBe(text)
  for (const text of months) expect(text).toMatch(/27.+2026.+3.+2027/)
})

test.each([
  ['de', 'de'],
  ['ja', 'en'],
  ['ar-XB', 'en'],
] as const)('a page in %s has a card in %s', (page, card) => {
  expect(cardLanguageOf(page)).toBe(card)
})

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
