import { describe, expect, it } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { emptyHotelForm, type HotelFormValues, hotelFormOf } from './hotel-form.ts'
import { readHotelQuery } from './hotel-query.ts'
import { hotelSentences } from './hotel-sentences.ts'
import { resolveHotelSearch } from './resolve-hotel-search.ts'

const now = new Date('2026-11-20T12:00')
const stay = { place: 'PAR', check_in: '2027-01-10', check_out: '2027-01-13' }
const sentences = hotelSentences({ t: english('stayFields'), locale: 'en-GB' })
const resolve = (change: Partial<HotelFormValues>, initial = emptyHotelForm) =>
  resolveHotelSearch({ ...emptyHotelForm, ...change }, { initial, now, sentences })

describe('a hotel form resolves to a query, or to a sentence for each invalid field', () => {
  it('writes a stay in a place and one around a point', () => {
    expect(resolve({ ...stay, child_ages: [7, 9], rooms: 2 })).toEqual({
      ok: true,
      query: 'place=PAR&check_in=2027-01-10&check_out=2027-01-13&adults=2&rooms=2&child_ages=7%2C9',
    })
    expect(resolve({ ...stay, place: '', lat: 48.85, lon: 2.35, radius_km: 3 })).toMatchObject({
      query: 'lat=48.85&lon=2.35&radius_km=3&check_in=2027-01-10&check_out=2027-01-13&adults=2',
    })
  })

  it.each([
    'place=PAR&radius_km=30&check_in=2027-01-10&check_out=2027-01-13&adults=2',
    'lat=48.85&lon=2.35&radius_km=3&check_in=2027-01-10&check_out=2027-01-13&adults=2&rooms=2&child_ages=7%2C9',
    'place=PAR&check_in=2027-01-10&check_out=2027-01-13&adults=2&currency=EUR&stars=4%2C5&board=breakfast&free_cancellation=true&price_min=80&price_max=200&max_results=50',
  ])('keeps each part of a search that it has no field for: %s', (query) => {
    const read = readHotelQuery(new URLSearchParams(query))
    if (!read.ok) throw new Error(JSON.stringify(read.errors))
    const form = hotelFormOf(read.search)
    expect(resolve(form, form)).toEqual({ ok: true, query })
    expect(resolve({ ...form, check_out: '2027-01-14' }, form)).toEqual({
      ok: true,
      query: query.replace('2027-01-13', '2027-01-14'),
    })
  })

  it('drops price limits of another currency', () => {
    const form = { ...emptyHotelForm, ...stay, currency: 'EUR', board: 'breakfast', price_max: 200 } as const
    expect(resolve({ ...form, currency: 'JPY' }, form)).toEqual({
      ok: true,
      query: 'place=PAR&check_in=2027-01-10&check_out=2027-01-13&adults=2&currency=JPY&board=breakfast',
    })
  })

  it.each<[Partial<HotelFormValues>, object]>([
    [
      {},
      {
        place: 'Choose where you stay.',
        check_in: 'Choose a check-in date.',
        check_out: 'Choose a check-out date.',
      },
    ],
    [{ ...stay, place: '' }, { place: 'Choose where you stay.' }],
    [{ ...stay, child_ages: [4, null] }, { child_ages: 'Choose the age of each child.' }],
    [{ ...stay, check_out: '2027-01-10' }, { check_out: 'Check-out must be after the check-in.' }],
    [
      { ...stay, check_in: '2026-11-30', check_out: '2027-03-10' },
      { check_out: 'Check-out is more than 99 nights after the check-in.' },
    ],
    [{ ...stay, adults: 0 }, { adults: 'Adults must be a whole number from 1 to 9.' }],
    [{ ...stay, adults: 10 }, { adults: 'Adults must be a whole number from 1 to 9.' }],
    [{ ...stay, check_in: '2026-11-18' }, { check_in: 'Check-in is past: the earliest is Fri 20 Nov 2026.' }],
    [
      { ...stay, adults: 2, child_ages: [1, 2, 3, 4, 5, 6, 7, 8] },
      { adults: 'Adults must be at most 9 together with the children of one room.' },
    ],
    [{ ...stay, rooms: 12 }, { rooms: 'Rooms must be a whole number from 1 to 9.' }],
  ])('%o', (change, errors) => {
    expect(resolve(change)).toEqual({ ok: false, errors })
  })
})
