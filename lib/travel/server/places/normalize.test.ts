import { expect, test } from 'vitest'
import { fold, nameForms } from './normalize.ts'

test.each([
  ['São Paulo', 'sao paulo'],
  ['İSTANBUL', 'istanbul'],
  ['Łódź', 'lodz'],
  ['ＴＯＫＹＯ　１', 'tokyo 1'],
  ['ﾛﾝﾄﾞﾝ', fold('ロンドン')],
  ['Ａ™', 'atm'],
])('folds %j to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('every kind of apostrophe is dropped, so that all spellings of a name are equal', () => {
  for (const mark of "'’‘`´ʻʼʿʾʹ") expect(fold(`Nuku${mark}alofa`), mark).toBe('nukualofa')
})

test.each([
  ['St. Moritz', ['st moritz', 'saint moritz']],
  ['Saint-Malo', ['saint malo', 'st malo']],
  ['Sankt Johann', ['sankt johann', 'st johann']],
  ['Mount Vernon', ['mount vernon', 'mt vernon']],
  ['Stuttgart', ['stuttgart']],
  // The French town, not an airport.
  ['Apt', ['apt']],
  ['', []],
])('the forms of %j are %j', (name, forms) => {
  expect(nameForms(name)).toEqual(forms)
})
