import { expect, test } from 'vitest'
import type { ConsoleOffer } from '#lib/console/model/console-install.ts'
import { countsOf, filterOffers, offerRow } from './offer-filters.ts'

const offer = (name: string, more: Partial<ConsoleOffer> = {}): ConsoleOffer => ({
  name,
  description: `Gives ${name}.`,
  author: null,
  versions: ['2.0.0', '1.0.0'],
  source: `registry:https://skills.example.com/index.json#${name}`,
  place: `registry:https://skills.example.com/index.json#${name}`,
  is_signed: false,
  categories: [],
  installs: null,
  rating: null,
  ...more,
})
const here = (name: string, version: string, place: string | null = offer(name).place) =>
  ({ name, version, tier: 'untrusted', place }) as const
const every = { text: '', source: null, state: null, category: null }

test.each([
  ['nothing of this name is here', undefined, 'new'],
  ['its newest version is installed', here('rates', '2.0.0'), 'installed'],
  ['an older version is installed', here('rates', '1.0.0'), 'update'],
  ['a version is installed that the source does not have', here('rates', '3.0.0'), 'installed'],
  ['another source has installed this name', here('rates', '2.0.0', 'github:other/rates'), 'other'],
  ['the project has a skill of this name', here('rates', '2.0.0', null), 'other'],
])('marks an offer if %s', (_, known, state) => {
  expect(offerRow(offer('rates'), 'shop', known).state).toBe(state)
})

test('combines words, source, state and category, and counts a skill with an update as installed', () => {
  const rows = [
    offerRow(offer('maps', { categories: ['Places'] }), 'shop', undefined),
    offerRow(offer('rates', { categories: ['Money'] }), 'shop', here('rates', '1.0.0')),
    offerRow(offer('ferry', { categories: ['Money'] }), 'other', here('ferry', '2.0.0')),
  ]
  const names = (filters: object) => filterOffers(rows, { ...every, ...filters }).map(({ name }) => name)
  expect(names({})).toEqual(['ferry', 'maps', 'rates'])
  expect(names({ text: 'gives RAT' })).toEqual(['rates'])
  expect(names({ state: 'installed' })).toEqual(['ferry', 'rates'])
  expect(names({ state: 'update' })).toEqual(['rates'])
  expect(names({ source: 'other', category: 'Money' })).toEqual(['ferry'])
  expect(names({ source: 'other', category: 'Places' })).toEqual([])
})

test('counts values, the most frequent first', () => {
  expect(countsOf(['b', 'a', 'c', 'a'])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ])
})
