import { expect, test } from 'vitest'
import { languages } from '#lib/platform/model/languages.ts'
import { busiestAirports } from './busiest.ts'
import { inLanguage } from './in-language.ts'
import { createPlaces } from './places.ts'

const places = createPlaces()
const [munich] = places.ofCodes(['MUC'])
const titled = (code: string, language: (typeof languages)[number]) => {
  const [place] = places.ofCodes([code])
  return place && inLanguage(place, language, places)
}

test.each([
  ['MUC', ['Munich', 'Múnich', 'München', 'München', 'ミュンヘン']],
  ['NRT', ['Tokyo', 'Tokio', 'Tokio', 'Tokio', '東京']],
  ['TYO', ['Tokyo', 'Tokio', 'Tokio', 'Tokio', '東京']],
  ['LHR', ['London', 'Londres', 'Londen', 'London', 'ロンドン']],
  ['FLR', ['Florence', 'Florencia', 'Florence', 'Florenz', 'フィレンツェ']],
  ['SEA', ['Seattle', 'Seattle', 'Seattle', 'Seattle', 'シアトル']],
])('%s has its city’s name in each language of the pages', (code, names) => {
  expect(languages.map((language) => titled(code, language)?.city)).toEqual(names)
})

test('the country is named in the language, and an airport keeps its own name', () => {
  expect(titled('MUC', 'de')).toEqual({ ...munich, city: 'München', country: 'Deutschland' })
  expect(titled('TYO', 'es')).toMatchObject({ name: 'Tokio', country: 'Japón' })
})

test('in Japanese, the cities of all busy airports are written in Japanese', () => {
  const foreign = busiestAirports.filter((code) => !/[\p{sc=Hani}\p{sc=Kana}]/u.test(titled(code, 'ja')?.city ?? ''))
  expect(foreign).toEqual([])
})
