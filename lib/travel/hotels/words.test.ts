import { expect, test } from 'vitest'
import { freeText } from './words.ts'

const free = { date: '2027-02-06' }

test('free cancellation ends in the reader’s 12 or 24 hours', () => {
  expect(freeText({ ...free, time: '18:00' }, 'en-GB')).toBe('Free cancellation until Sat 6 Feb, 18:00')
  expect(freeText({ ...free, time: '18:00' }, 'en-US')).toMatch(/^Free cancellation until Sat 6 Feb, 6:00\sPM$/)
})

test('free cancellation until the end of a day has no time', () => {
  expect(freeText({ ...free, time: null }, 'en-US')).toBe('Free cancellation until Sat 6 Feb')
})
