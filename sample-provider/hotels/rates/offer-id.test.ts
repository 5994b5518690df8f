import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/travel/offset-time.ts'
import { type OfferKey, readOfferId, writeOfferId } from './offer-id.ts'

const key = fc
  .record({
    hotelId: fc.stringMatching(/^[A-Z]{5}[A-Z0-9]{3}$/),
    madeOn: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2024-01-01', days)),
    lead: fc.integer({ min: 0, max: 365 }),
    nights: fc.integer({ min: 1, max: 99 }),
    adults: fc.integer({ min: 1, max: 9 }),
    rooms: fc.integer({ min: 1, max: 9 }),
    childAges: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 9 }),
    currency: fc.constantFrom(undefined, 'EUR', 'JPY', 'KWD'),
    room: fc.integer({ min: 0, max: 7 }),
    plan: fc.integer({ min: 0, max: 15 }),
  })
  .map(({ hotelId, madeOn, lead, nights, room, plan, ...rest }): OfferKey => {
    const checkInDate = addDays(madeOn, lead)
    return { hotelId, madeOn, room, plan, stay: { ...rest, checkInDate, checkOutDate: addDays(checkInDate, nights) } }
  })

describe("an offer's id", () => {
  test('stands for exactly what the offer was made for, as capital letters and digits', () => {
    fc.assert(
      fc.property(key, (wanted) => {
        const id = writeOfferId(wanted)
        expect(id).toMatch(/^[A-Z0-9]{2,100}$/)
        expect(readOfferId(id)).toEqual(wanted)
      }),
    )
  })

  test('is no other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(readOfferId(text)).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(key, fc.nat(), fc.constantFrom('0', 'Z', '7', 'A'), (wanted, at, character) => {
        const id = writeOfferId(wanted)
        const place = at % id.length
        fc.pre(id[place] !== character)
        expect(readOfferId(id.slice(0, place) + character + id.slice(place + 1))).toBeUndefined()
        expect(readOfferId(`${id}${character}`)).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })
})
