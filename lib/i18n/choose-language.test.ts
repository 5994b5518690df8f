import { expect, test } from 'vitest'
import { completeLanguages } from '../shared/languages.ts'
import { chooseLanguage } from './choose-language.ts'

const offered = ['en', 'es', 'de'] as const

test.each([
  [undefined, 'de-CH,en;q=0.5', 'de'],
  [undefined, 'fr-FR,es-AR;q=0.8,en;q=0.5', 'es'],
  [undefined, 'fr', 'en'],
  [undefined, null, 'en'],
  ['es', 'de', 'es'],
  ['tlh', 'de', 'de'],
  ['ar-XB', 'de', 'ar-XB'],
] as const)('the cookie %s and accept-language %s choose %s', (cookie, header, language) => {
  expect(chooseLanguage(cookie, header, offered)).toBe(language)
})

test('a browser never gets a language that is not complete, unless its reader chose it', () => {
  expect(chooseLanguage(undefined, 'nl', offered)).toBe('en')
  expect(chooseLanguage('nl', 'de', offered)).toBe('nl')
  expect(completeLanguages).toContain('en')
})
