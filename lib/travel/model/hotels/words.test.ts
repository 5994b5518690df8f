import { expect, test } from 'vitest'
import { createTexts } from '#lib/platform/model/texts.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { singleWriter } from '../currencies-writer.ts'
import { makeHotel } from './testing-hotels.ts'
import { beside } from './total-words.ts'
import { boardText, chargeName, freeText, roomText } from './words.ts'

const t = english('hotels')

const free = { date: '2027-02-06' }

test('the end of free cancellation is in the reader’s 12- or 24-hour clock', () => {
  expect(freeText({ ...free, time: '18:00' }, 'en-GB', t)).toBe('Free cancellation until Sat 6 Feb, 18:00')
  expect(freeText({ ...free, time: '18:00' }, 'en-US', t)).toMatch(/^Free cancellation until Sat 6 Feb, 6:00\sPM$/)
})

test('free cancellation until the end of a day shows no time', () => {
  expect(freeText({ ...free, time: null }, 'en-US', t)).toBe('Free cancellation until Sat 6 Feb')
})

test('a provider’s texts in capitals are shown as sentences', () => {
  expect(roomText({ text: 'DOUBLE ROOM WITH TV' }, t)).toBe('Double room with TV')
  expect(boardText({ board: 'other', board_name: 'ASIAN_BREAKFAST' }, t)).toBe('Asian breakfast')
  expect(chargeName({ kind: 'fee', text: 'RESORT FEE' }, t)).toBe('Resort fee')
  expect(chargeName({ kind: 'tax', text: 'VAT' }, t)).toBe('VAT')
})

test.each([
  ['en', 'Superior room, 2 queen beds', 'double bed'],
  ['es', 'Habitación superior, 2 camas queen', 'cama doble'],
  ['nl', 'Superior kamer, 2 queensizebedden', 'tweepersoonsbed'],
  ['de', 'Superior-Zimmer, 2 Queensize-Betten', 'Doppelbett'],
  ['ja', 'スーペリアルーム、クイーンベッド2台', 'ダブルベッド'],
] as const)('rooms and beds are in the reader’s language: %s', (language, room, bed) => {
  const own = createTexts<'hotels'>(compiledTexts(language, ['hotels']).hotels, language)
  expect(roomText({ category: 'superior_room', beds: 2, bed_type: 'queen' }, own)).toBe(room)
  expect(roomText({ bed_type: 'double' }, own)).toBe(bed)
})

test.each([
  ['en', 'City tax', '+ €9.00 city tax at the hotel'],
  ['es', 'Impuesto municipal', '+ 9,00 € impuesto municipal en el hotel'],
  ['nl', 'Stadsbelasting', '+ € 9,00 stadsbelasting in het hotel'],
  ['de', 'Übernachtungssteuer', '+ 9,00 € Übernachtungssteuer im Hotel'],
  ['ja', '市税', '+ €9.00 市税（ホテルで支払い）'],
] as const)('a common tax is named in the reader’s language, by its text or its code: %s', (language, name, line) => {
  const own = createTexts<'hotels'>(compiledTexts(language, ['hotels']).hotels, language)
  const due = { kind: 'tax', included: false, price: { amount: 9, currency: 'EUR' } } as const
  for (const named of [{ text: 'City tax' }, { code: 'CITY_TAX' }]) {
    expect(chargeName({ ...due, ...named }, own)).toBe(name)
    const hotel = makeHotel({ unpriced_charges: [{ ...due, ...named }] })
    const lines = beside(hotel, singleWriter(language), own)
    expect(lines[1]?.replaceAll(/\s/g, ' ')).toBe(line)
  }
})

test.each(['constructor', 'CONSTRUCTOR', '__proto__'])('a room or bed named %s has no message of its own', (name) => {
  const given = { category: name, beds: 1, bed_type: name }
  expect(roomText(given, t)).toMatch(/^(Constructor| {2}proto {2}), 1 bed \((constructor| {2}proto {2})\)$/)
  expect(roomText({ bed_type: name }, t)).toMatch(/^bed \(/)
})

test('a room or bed without a message of its own keeps the provider’s word', () => {
  expect(roomText({ category: 'POOL_VILLA', beds: 1, bed_type: 'WATER_BED' }, t)).toBe('Pool villa, 1 bed (water bed)')
  expect(roomText({ bed_type: 'murphy' }, t)).toBe('bed (murphy)')
})
