import { expect, test } from 'vitest'
import { makeHotel } from './testing-hotels.ts'
import { boardText, chargeName, freeText, offerDifferences, roomText } from './words.ts'

const free = { date: '2027-02-06' }

test('free cancellation ends in the reader’s 12 or 24 hours', () => {
  expect(freeText({ ...free, time: '18:00' }, 'en-GB')).toBe('Free cancellation until Sat 6 Feb, 18:00')
  expect(freeText({ ...free, time: '18:00' }, 'en-US')).toMatch(/^Free cancellation until Sat 6 Feb, 6:00\sPM$/)
})

test('free cancellation until the end of a day has no time', () => {
  expect(freeText({ ...free, time: null }, 'en-US')).toBe('Free cancellation until Sat 6 Feb')
})

test('a provider’s texts in capitals are shown as sentences', () => {
  const room = { text: 'DOUBLE ROOM WITH TV' }
  const hotel = makeHotel({ room, rate: { text: 'BEST AVAILABLE RATE' } })
  expect(roomText(room)).toBe('Double room with TV')
  expect(offerDifferences(hotel)).toEqual(['Double room with TV', 'Best available rate'])
  expect(boardText({ board: 'other', board_name: 'ASIAN_BREAKFAST' })).toBe('Asian breakfast')
  expect(chargeName({ kind: 'fee', text: 'RESORT FEE' })).toBe('Resort fee')
  expect(chargeName({ kind: 'tax', text: 'VAT' })).toBe('VAT')
})
