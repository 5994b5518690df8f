import { expect, test } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

test.each([
  [undefined, 'de-CH,en;q=0.5', 'de'],
  [undefined, 'fr-FR,es-AR;q=0.8,en;q=0.5', 'es'],
  [undefined, 'fr', 'en'],
  [undefined, null, 'en'],
  ['es', 'de', 'es'],
  ['tlh', 'de', 'de'],
  ['ar-XB', 'de', 'ar-XB'],
] as const)('the cookie %s and accept-language %s choose %s', (cookie, header, language) => {
  expect(chooseLanguage(cookie, header)).toBe(language)
})
