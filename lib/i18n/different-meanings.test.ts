import { expect, test } from 'vitest'
import { isLanguage, languageNames } from '../shared/languages.ts'
import { messagesOf, namespaces } from './messages-of.ts'

const languages = Object.keys(languageNames).filter(isLanguage)

// A price with all its charges is not a stay with all its meals.
test.each([
  ['en', /all.inclusive/i],
  ['es', /todo incluido/i],
  ['nl', /all.inclusive|alles inbegrepen/i],
  ['de', /all.inclusive|alles inklusive/i],
  ['ja', /オールインクルーシブ/],
] as const)('only texts about meals say "all-inclusive" in %s', (language, words) => {
  const found = namespaces.flatMap((name) =>
    Object.entries(messagesOf(language, name)).flatMap(([key, text]) => (words.test(text) ? [`${name}.${key}`] : [])),
  )
  expect(found).toEqual(['hotels.board', 'stayFields.boardInvalid'])
})

test.each(languages)('the age of the prices of one source is not the age of all prices in %s', (language) => {
  const { itsPricesFrom, pricesFrom } = messagesOf(language, 'results')
  expect(itsPricesFrom).not.toBe(pricesFrom)
})
