import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boardsToAskFor, HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { roomsOf } from '#runner/contract/capabilities/room-guests.ts'
import { addDays } from '../offset-time.ts'
import { readHotelQuery } from './hotel-query.ts'
import { usualHotel, writeHotelQuery } from './write-hotel-query.ts'

const degrees = (most: number) => fc.integer({ min: -most * 1e4, max: most * 1e4 }).map((value) => value / 1e4)

const searches: fc.Arbitrary<HotelSearch> = fc
  .record({
    where: fc.oneof(
      fc.stringMatching(/^[A-Z]{3}$/).map((place) => ({ place })),
      fc.record({ lat: degrees(90), lon: degrees(180) }),
    ),
    radius_km: fc.integer({ min: 1, max: 300 }),
    nights: fc.integer({ min: 1, max: 99 }),
    ahead: fc.integer({ min: 0, max: 300 }),
    adults: fc.integer({ min: 1, max: 5 }),
    rooms: fc.integer({ min: 1, max: 9 }),
    child_ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }),
    currency: fc.stringMatching(/^[A-Z]{3}$/),
    stars: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
    board: fc.option(fc.constantFrom(...boardsToAskFor), { nil: undefined }),
    free_cancellation: fc.boolean(),
    price_min: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    price_max: fc.option(fc.integer({ min: 500, max: 999_999_999 }), { nil: undefined }),
    max_results: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ where, nights, ahead, ...rest }) => {
    const check_in = addDays('2027-01-01', ahead)
    return HotelSearch.parse({ ...where, ...rest, check_in, check_out: addDays(check_in, nights) })
  })

describe('hotel query', () => {
  it('has the fields, defaults and order of the schema', () => {
    const defaults = Object.entries(HotelSearch.shape).map(([name, field]) => [name, field.safeParse(undefined).data])
    expect(Object.entries(usualHotel)).toEqual(defaults)
  })

  it('round-trips every search', () => {
    fc.assert(
      fc.property(searches, (search) => {
        const query = new URLSearchParams(writeHotelQuery(search))
        expect(readHotelQuery(query)).toEqual({ ok: true, search })
      }),
    )
  })

  it('round-trips rooms with different guests, and writes rooms with the same guests as their number', () => {
    const room = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 4 }))
      .map(([adults, ages]) => [adults, ...ages].join('-'))
    fc.assert(
      fc.property(searches, fc.array(room, { minLength: 1, maxLength: 9 }), (search, room_guests) => {
        const given = HotelSearch.parse({
          ...search,
          adults: undefined,
          rooms: undefined,
          child_ages: undefined,
          room_guests,
        })
        const text = writeHotelQuery(given)
        const read = readHotelQuery(new URLSearchParams(text))
        if (!read.ok) throw new Error(JSON.stringify(read.errors))
        expect(roomsOf(read.search)).toEqual(roomsOf(given))
        expect(writeHotelQuery(read.search)).toBe(text)
        expect(text.includes('room_guests=')).toBe(new Set(room_guests).size > 1)
      }),
    )
  })

  it.each([
    ['room_guests=2,1-', 'invalid'],
    ['room_guests=2,1-18', 'invalid'],
    ['room_guests=0', 'invalid'],
    ['room_guests=9-1', 'together'],
    ['room_guests=2,1-7&adults=3', 'beside'],
    ['room_guests=2,1-7&rooms=2', 'beside'],
    ['room_guests=1,1,1,1,1,1,1,1,1,2', 'tooMany'],
  ])('names the fault of %s', (party, code) => {
    const read = readHotelQuery(new URLSearchParams(`place=PAR&check_in=2027-02-10&check_out=2027-02-13&${party}`))
    expect(read.ok ? undefined : read.errors.room_guests?.facts?.code).toBe(code)
  })

  it('never throws, whatever the URL', () => {
    const names = fc.constantFrom(
      'place',
      'lat',
      'check_in',
      'child_ages',
      'room_guests',
      'stars',
      'rooms',
      'free_cancellation',
      'x',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string())), (all) => {
        expect(readHotelQuery(new URLSearchParams(all)).ok).toBeTypeOf('boolean')
      }),
    )
  })

  it('reads all values of a list parameter, and reports other repeated parameters', () => {
    const stay = 'place=PAR&check_in=2027-02-10&check_out=2027-02-13'
    expect(readHotelQuery(new URLSearchParams(`${stay}&stars=4&stars=5&child_ages=3,4&child_ages=5`))).toMatchObject({
      ok: true,
      search: { stars: [4, 5], child_ages: [3, 4, 5] },
    })
    expect(readHotelQuery(new URLSearchParams(`${stay}&rooms=1&rooms=2`))).toMatchObject({
      ok: false,
      errors: { rooms: { phrase: 'cannot be given more than once', facts: { code: 'twice' } } },
      partial: { place: 'PAR', rooms: 1 },
    })
  })

  it('names each invalid field and keeps the others', () => {
    const read = readHotelQuery(new URLSearchParams('place=PARIS&check_in=2027-02-30&rooms=12&child_ages=4,&adults=2'))
    expect(read).toMatchObject({
      ok: false,
      errors: {
        rooms: { phrase: 'must be at most 9', facts: { code: 'invalid' } },
        child_ages: { phrase: 'needs the age of each child', facts: { code: 'required' } },
        check_out: { phrase: 'is required', facts: { code: 'required' } },
      },
      partial: { adults: 2 },
    })
    const half = readHotelQuery(new URLSearchParams('lon=1&check_in=2027-02-10&check_out=2027-02-13'))
    expect(half).toMatchObject({
      ok: false,
      errors: { lat: { phrase: 'is required with lon', facts: { code: 'required' } } },
    })
    expect(Object.keys(read.ok ? {} : read.errors).toSorted()).toEqual([
      'check_in',
      'check_out',
      'child_ages',
      'place',
      'rooms',
    ])
  })
})
