import { describe, expect, test } from 'vitest'
import { createHotelAsker, OFFERS } from './testing/ask-hotels.ts'

const { ask, list, offers, offerCodes } = createHotelAsker()
const hotels = list('by-city', { cityCode: 'VIE' })
const hotelId = hotels[0]?.hotelId ?? ''
const ids = hotels.map((hotel) => hotel.hotelId)
const stay = { hotelIds: hotelId, checkInDate: '2027-01-12', checkOutDate: '2027-01-14' }

describe('a search for offers', () => {
  test('defaults to one adult in one room for the next night', () => {
    const found = offers({ hotelIds: ids.slice(0, 20).join(',') }).flatMap((hotel) => hotel.offers ?? [])
    expect(found.length).toBeGreaterThan(0)
    for (const { checkInDate, checkOutDate, guests, roomQuantity, price } of found) {
      expect([checkInDate, checkOutDate]).toEqual(['2026-11-20', '2026-11-21'])
      expect(guests).toEqual({ adults: 1 })
      expect(roomQuantity).toBeUndefined()
      expect(price.currency).toBe('EUR')
    }
  })

  test('accepts every parameter of the hotel skill', () => {
    const all = {
      adults: '2',
      childAges: '0,20',
      roomQuantity: '9',
      currency: 'USD',
      priceRange: '0-2000',
      boardType: 'ROOM_ONLY',
      includeClosed: 'true',
      bestRateOnly: 'false',
    }
    const hotelIds = ids.slice(0, 20).join(',')
    const found = offers({ ...stay, hotelIds, ...all }).flatMap((hotel) => hotel.offers ?? [])
    expect(found.length).toBeGreaterThan(0)
    for (const { guests, roomQuantity } of found) {
      expect([guests, roomQuantity]).toEqual([{ adults: 2, childAges: [0, 20] }, '9'])
    }
  })

  test.each([
    ['no hotels', { hotelIds: undefined }, 32171, 'hotelIds'],
    ['an empty list of hotels', { hotelIds: '' }, 477, 'hotelIds'],
    ['21 hotels', { hotelIds: ids.slice(0, 21).join(',') }, 477, 'hotelIds'],
    ['a malformed hotel ID', { hotelIds: `${hotelId},ab` }, 400, 'hotelIds=ab'],
    ['an unknown hotel ID', { hotelIds: `${hotelId},QHVIE000` }, 392, 'hotelIds=QHVIE000'],
    ['zero adults', { adults: '0' }, 397, 'adults'],
    ['ten adults', { adults: '10' }, 397, 'adults'],
    ['half an adult', { adults: '1.5' }, 477, 'adults'],
    ['zero rooms', { roomQuantity: '0' }, 477, 'roomQuantity'],
    ['ten rooms', { roomQuantity: '10' }, 477, 'roomQuantity'],
    ['invalid ages', { childAges: 'two' }, 477, 'childAges'],
    ['a child of 21', { childAges: '21' }, 477, 'childAges'],
    ['ten children', { childAges: '1,2,3,4,5,6,7,8,9,10' }, 477, 'childAges'],
    ['a date in another format', { checkInDate: '12/01/2027' }, 477, 'checkInDate'],
    ['a nonexistent check-in', { checkInDate: '2027-02-30' }, 381, 'checkInDate'],
    ['a nonexistent check-out', { checkOutDate: '2027-02-30' }, 382, 'checkOutDate'],
    ['a past check-in', { checkInDate: '2026-11-19' }, 381, 'checkInDate'],
    ['a check-out on the day of check-in', { checkOutDate: '2027-01-12' }, 404, 'checkOutDate'],
    ['a check-out before check-in', { checkOutDate: '2027-01-11' }, 404, 'checkOutDate'],
    ['a hundred nights', { checkOutDate: '2027-04-22' }, 377, 'checkOutDate'],
    ['a check-out over a year ahead', { checkInDate: '2027-11-20', checkOutDate: '2027-11-21' }, 431, 'checkOutDate'],
    ['a malformed currency', { currency: 'eur' }, 477, 'currency'],
    ['an unknown currency', { currency: 'ZZZ' }, 61, 'currency'],
    ['a price range without a currency', { priceRange: '100-200' }, 32171, 'currency'],
    ['a reversed price range', { priceRange: '200-100', currency: 'EUR' }, 477, 'priceRange'],
    ['a malformed price range', { priceRange: '100-200-300', currency: 'EUR' }, 477, 'priceRange'],
    ['an unsupported parameter', { paymentPolicy: 'DEPOSIT' }, 477, 'paymentPolicy'],
    ['an unknown board type', { boardType: 'BRUNCH' }, 477, 'boardType'],
    ['a flag other than true or false', { bestRateOnly: '1' }, 477, 'bestRateOnly'],
  ])('is refused with %s', (_, changes, code, parameter) => {
    const query = Object.entries({ ...stay, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    expect(offerCodes(Object.fromEntries(query))).toEqual([[code, parameter]])
  })

  test('is refused with a repeated parameter', () => {
    const answer = ask(`${OFFERS}?adults=1&adults=2&hotelIds=${hotelId}`)
    expect(answer).toMatchObject({ ok: false })
  })

  test('may begin today in the hotel’s time zone', () => {
    const eveningInVienna = Date.UTC(2026, 10, 20, 23, 30)
    const begin = (checkInDate: string) =>
      ask(OFFERS, { hotelIds: hotelId, checkInDate, includeClosed: 'true' }, eveningInVienna)
    expect(begin('2026-11-21')).toMatchObject({ ok: true })
    expect(begin('2026-11-20')).toMatchObject({ ok: false, issues: [{ code: 381 }] })
  })
})
