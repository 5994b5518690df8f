import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { offerDifferences } from './offer-differences.ts'
import { makeHotel } from './testing-hotels.ts'

const t = english('hotels')

test('a rate’s text in capitals is shown as a sentence', () => {
  const hotel = makeHotel({ room: { text: 'DOUBLE ROOM WITH TV' }, rate: { text: 'BEST AVAILABLE RATE' } })
  expect(offerDifferences(hotel, t)[0]).toEqual(['Best available rate'])
})

const standard = { code: 'C1D', category: 'standard_room', beds: 1, bed_type: 'double' }

test('what distinguishes an offer says nothing twice: neither its rate, nor its room or board', () => {
  const hotel = makeHotel({
    room: { ...standard, text: 'BEST RATE, BREAKFAST INCLUDED Standard room, 1 double bed, 31 sqm' },
    board: 'breakfast',
    board_name: 'buffet_breakfast',
    rate: { code: 'BNB', category: 'bnb', text: 'BEST RATE, BUFFET BREAKFAST INCLUDED' },
  })
  expect(offerDifferences(hotel, t)[0]).toEqual(['Best rate', 'Buffet breakfast included', '31 sqm'])
})

test('a code distinguishes offers only as a last resort, and a rate category of three letters is a code', () => {
  const rate = { code: 'PRO', category: 'pro' }
  expect(offerDifferences(makeHotel({ room: standard, rate }), t)).toEqual([
    [],
    ['Room code C1D', 'Rate code PRO', 'Rate code PRO'],
  ])
  expect(offerDifferences(makeHotel({ rate: { category: 'family_plan' } }), t)[0]).toEqual(['Family plan'])
})
