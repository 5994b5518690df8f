import { expect, test } from 'vitest'
import { isNamed } from './filters.ts'
import { guestScore } from './score.ts'

test.each([
  [
    { value: 93, best: 100, count: 218 },
    { value: 9.3, word: 'excellent', count: 218 },
  ],
  [
    { value: 4.2, best: 5 },
    { value: 8.4, word: 'veryGood' },
  ],
  [
    { value: 8.96, best: 10 },
    { value: 9, word: 'excellent' },
  ],
  [
    { value: 0, best: 10 },
    { value: 0, word: 'poor' },
  ],
])('scores of every scale compare on that of ten: %j', (score, expected) => {
  expect(guestScore({ score })).toEqual({ count: undefined, ...expected })
})

test('a hotel is found by the words of its name in any order, without accents or capitals', () => {
  expect(isNamed('Casa do Príncipe', 'principe casa')).toBe(true)
  expect(isNamed('HÔTEL DU NORD', 'hotel nor')).toBe(true)
  expect(isNamed('ホテル東京', '東京')).toBe(true)
  expect(isNamed('Casa do Príncipe', 'casa reina')).toBe(false)
})
