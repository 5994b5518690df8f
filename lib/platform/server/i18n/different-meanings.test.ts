import { expect, test } from 'vitest'
import { isLanguage, type Language, languageNames } from '../../model/languages.ts'
import { messagesOf, namespaces } from './messages-of.ts'

const languages = Object.keys(languageNames).filter(isLanguage)

/** The messages of a language that contain one of these words, as "namespace.key". */
function keysWith(language: Language, words: RegExp, among = namespaces): string[] {
  return among.flatMap((name) =>
    Object.entries(messagesOf(language, name)).flatMap(([key, text]) => (words.test(text) ? [`${name}.${key}`] : [])),
  )
}

// A price with all its charges is not a stay with all its meals.
test.each([
  ['en', /all.inclusive/i],
  ['es', /todo incluido/i],
  ['nl', /all.inclusive|alles inbegrepen/i],
  ['de', /all.inclusive|alles inklusive/i],
  ['ja', /オールインクルーシブ/],
] as const)('only texts about meals say "all-inclusive" in %s', (language, words) => {
  expect(keysWith(language, words)).toEqual(['hotels.board', 'stayFields.boardInvalid'])
})

// "a la 1:05 p.m.", but "a las 2:05 p.m.": a text with an article is wrong at some hour.
test('no Spanish text has an article before a time', () => {
  expect(keysWith('es', /\blas? \{(arrives|leaves|time)\}/i)).toEqual([])
})

test('English texts have one spelling of "email", and American spelling', () => {
  expect(keysWith('en', /e-mail|\bmails?\b|\bcentre|cancell(ed|ing)/i)).toEqual([])
})

test.each(languages)('the age of the prices of one source is not the age of all prices in %s', (language) => {
  const { itsPricesFrom, pricesFrom } = messagesOf(language, 'results')
  expect(itsPricesFrom).not.toBe(pricesFrom)
})

// A date like "Mo., 23. Nov." already ends with a period. Dates in the messages of form fields end with the year.
test('no German sentence ends with a date', () => {
  const others = namespaces.filter((name) => !name.endsWith('Fields'))
  expect(keysWith('de', /\{(age|date|lowDay|highDay)\}\./, others)).toEqual([])
})

// A time like "3:00 p.m." already ends with a period. The dates of hotels can have a time.
test.each(languages)('no sentence in %s ends with a time', (language) => {
  expect(keysWith(language, /\{(age|at|time)\}\./)).toEqual([])
  expect(keysWith(language, /\{date\}\./, ['hotels'])).toEqual([])
})
