import { expect, test } from 'vitest'
import { english } from '#lib/i18n/english.ts'
import { makeHotel } from './testing-hotels.ts'
import { boardText, chargeName, freeText, offerDifferences, roomText } from './words.ts'

const t = english('hotels')

const free = { date: '2027-02-06' }

test('free cancellation ends in the reader’s 12 or 24 hours', () => {
  expect(freeText({ ...free, time: '18:00' }, 'en-GB', t)).toBe('Free cancellation until Sat 6 Feb, 18:00')
  expect(freeText({ ...free, time: '18:00' }, 'en-US', t)).toMatch(/^Free cancellation until Sat 6 Feb, 6:00\sPM$/)
})

test('free cancellation until the end of a day has no time', () => {
  expect(freeText({ ...free, time: null }, 'en-US', t)).toBe('Free cancellation until Sat 6 Feb')
})

test('a provider’s texts in capitals are shown as sentences', () => {
  const room = { text: 'DOUBLE ROOM WITH TV' }
  const hotel = makeHotel({ room, rate: { text: 'BEST AVAILABLE RATE' } })
  expect(roomText(room, t)).toBe('Double room with TV')
  expect(offerDifferences(hotel, t)).toEqual(['Double room with TV', 'Best available rate'])
  expect(boardText({ board: 'other', board_name: 'ASIAN_BREAKFAST' }, t)).toBe('Asian breakfast')
  expect(chargeName({ kind: 'fee', text: 'RESORT FEE' }, t)).toBe('Resort fee')
  expect(chargeName({ kind: 'tax', text: 'VAT' }, t)).toBe('VAT')
})
