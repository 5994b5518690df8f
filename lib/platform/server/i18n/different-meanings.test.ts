import { expect, test } from 'vitest'
import { isLanguage, type Language, languageNames } from '../../model/languages.ts'
import { messagesOf, namespaces } from './messages-of.ts'

const languages = Object.keys(languageNames).filter(isLanguage)

/** The messages of a language that contain one of these words, as "namespace.key". */
function keysWith(language: Language, words: RegExp): string[] {
  return namespaces.flatMap((name) =>
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
