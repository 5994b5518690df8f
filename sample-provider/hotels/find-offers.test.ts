import { describe, expect, test } from 'vitest'
import { createHotelAsker, OFFERS } from './testing/ask-hotels.ts'

const { ask, list, offers } = createHotelAsker()
const stay = { checkInDate: '2027-01-12', checkOutDate: '2027-01-15', adults: '2' }
const ids = list('by-city', { cityCode: 'PAR' }).map(({ hotelId }) => hotelId)
const merchants = ids.filter((id) => id.startsWith('Z'))
const direct = ids.filter((id) => !id.startsWith('Z'))

/** Sorts the hotels into those with and without rooms. */
function sort(ids: readonly string[], query = stay) {
  const batches = Array.from({ length: Math.ceil(ids.length / 20) }, (_, at) => ids.slice(at * 20, at * 20 + 20))
  const found = batches.flatMap((batch) => offers({ ...query, hotelIds: batch.join(',') }))
  const pick = (available: boolean) =>
    found.filter((hotel) => hotel.available === available).map(({ hotel }) => hotel.hotelId)
  return { open: pick(true), closed: pick(false), found }
}

describe('sold-out hotels', () => {
  const chains = sort(direct)

  test('are few among many, and have no offers', () => {
    expect(chains.closed.length).toBeGreaterThan(3)
    expect(chains.closed.length).toBeLessThan(chains.open.length / 4)
    for (const { available, offers: list } of chains.found) expect(list !== undefined).toBe(available)
  })

  test('include hotels whose rooms are all too small for the party', () => {
    const seven = sort(direct.slice(0, 60), { ...stay, adults: '7' })
    expect(seven.closed.filter((id) => chains.open.includes(id)).length).toBeGreaterThan(35)
    const rooms = seven.found.flatMap(({ offers: list = [] }) => list.map(({ room }) => room.description?.text))
    expect(rooms.length).toBeGreaterThan(0)
    for (const room of rooms) expect(room).toMatch(/^House with three bedrooms/m)
  })
})

describe('hotel offers', () => {
  const { open } = sort(merchants)
  const hotelIds = open.slice(0, 20).join(',')
  const find = (query: Record<string, string>) =>
    offers({ ...stay, hotelIds, ...query }).flatMap((hotel) => hotel.offers ?? [])

  test('are all rates of a hotel', () => {
    expect(offers({ ...stay, hotelIds }).some(({ offers: list }) => (list?.length ?? 0) > 3)).toBe(true)
  })

  test('have the requested board only', () => {
    const breakfasts = find({ boardType: 'BREAKFAST' })
    expect(breakfasts.length).toBeGreaterThan(0)
    for (const { boardType } of breakfasts) expect(boardType).toMatch(/BREAKFAST$/)
    const withoutMeals = find({ boardType: 'ROOM_ONLY' })
    expect(withoutMeals.length).toBeGreaterThan(0)
    for (const { boardType } of withoutMeals) expect(boardType ?? 'ROOM_ONLY').toBe('ROOM_ONLY')
  })

  test('have a price per night, taxes included, within the requested range', () => {
    const within = find({ priceRange: '120-250', currency: 'EUR' })
    expect(within.length).toBeGreaterThan(0)
    for (const { price } of within) {
      expect(Number(price.total) / 3).toBeGreaterThanOrEqual(120)
      expect(Number(price.total) / 3).toBeLessThanOrEqual(250)
    }
  })

  test.each([
    ['tonight', { checkInDate: '2026-11-20', checkOutDate: '2026-11-22' }],
    ['tomorrow', { checkInDate: '2026-11-21', checkOutDate: '2026-11-22' }],
  ])('for %s demand no deposit by a time that has passed, and hold no room until one', (_, dates) => {
    const hotelIds = Array.from({ length: 5 }, (_, at) => ids.slice(at * 20, at * 20 + 20).join(','))
    const nowMs = Date.parse('2026-11-20T20:30:00+01:00')
    const policies = hotelIds
      .flatMap((batch) => offers({ ...dates, adults: '2', hotelIds: batch }, nowMs))
      .flatMap((hotel) => hotel.offers?.map((offer) => offer.policies) ?? [])
    expect(policies.filter((each) => each?.deposit)).not.toEqual([])
    const times = policies.flatMap((each) => [each?.deposit?.deadline ?? [], each?.holdTime?.deadline ?? []].flat())
    expect(times.filter((time) => time <= '2026-11-20T20:30:00')).toEqual([])
  })

  test('are refused with an error when none matches', () => {
    const answer = ask(OFFERS, { ...stay, hotelIds, priceRange: '0-1', currency: 'EUR' })
    expect(answer).toMatchObject({ ok: false, issues: [{ status: 400, code: 424 }] })
  })
})
