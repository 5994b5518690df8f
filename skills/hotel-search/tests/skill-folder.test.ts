import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSkillFolder } from '#runner/manifest/testing/skill-folder.ts'

const { validate } = testSkillFolder(join(import.meta.dirname, '..'), {
  manifest: {
    name: 'hotel-search',
    capability: 'C-HOTEL-SEARCH',
    network: { egress: ['api.amadeus.com'], methods: ['GET'] },
  },
  maxCode: 57_000,
})

const stay = { check_in: '2027-03-12', check_out: '2027-03-15' }
const valid = { place: 'PAR', ...stay }

test.each([
  {},
  { lat: 48.85, lon: 2.35, time_zone: 'Europe/Paris', radius_km: 300 },
  { adults: 2, rooms: 3, child_ages: [0, 17] },
  { stars: [], board: 'all_inclusive', free_cancellation: true, max_results: 1000 },
  { currency: 'EUR', price_min: 80, price_max: 200 },
])('its schema accepts %j', async (params) => {
  expect(await validate('search_hotels', { ...valid, ...params })).toMatchObject({ ok: true })
})

test('its schema accepts one hotel', async () => {
  expect(await validate('hotel_offers', { ...valid, hotel_id: 'ACPAR001', currency: 'EUR' })).toMatchObject({
    ok: true,
  })
  expect((await validate('hotel_offers', { ...valid, hotel_id: 'ACPAR0/1' })).ok).toBe(false)
})

test.each([
  [{ place: 'Paris' }, 'place'],
  [{ lat: 91 }, 'lat'],
  [{ radius_km: 0 }, 'radius_km'],
  [{ check_in: undefined }, 'check_in'],
  [{ check_out: '2027-02-30' }, 'check_out'],
  [{ adults: 0 }, 'adults'],
  [{ adults: 10 }, 'adults'],
  [{ rooms: 12 }, 'rooms'],
  [{ child_ages: 2 }, 'child_ages'],
  [{ child_ages: [null] }, 'child_ages.0'],
  [{ child_ages: [18] }, 'child_ages.0'],
  [{ stars: [6] }, 'stars.0'],
  [{ board: 'tea' }, 'board'],
  [{ price_min: 0 }, 'price_min'],
  [{ max_results: 1001 }, 'max_results'],
  [{ destination: 'PAR' }, 'destination'],
])('its schema refuses %j and names %s', async (params, field) => {
  const checked = await validate('search_hotels', { ...valid, ...params })
  expect(checked.ok ? [] : Object.keys(checked.details)).toContain(field)
})
