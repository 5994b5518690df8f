import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testSkillFolder } from '#runner/manifest/testing/skill-folder.ts'

const { validate } = testSkillFolder(join(import.meta.dirname, '..'), {
  manifest: {
    name: 'flight-search',
    capability: 'C-FLIGHT-SEARCH',
    network: { egress: ['api.amadeus.com'], methods: ['GET', 'POST'] },
  },
})

const valid = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }

test.each([
  {},
  { return_date: null },
  { return_date: '2027-03-25' },
  { passengers: 2 },
  { passengers: { adults: 2, children: 1, infants: 1 } },
  { cabin: 'business', non_stop: true, currency: 'EUR', max_results: 250 },
])('its schema accepts %j', async (params) => {
  expect((await validate('search_flights', { ...valid, ...params })).ok).toBe(true)
})

test('its schema accepts up to six slices', async () => {
  const slices = Array.from({ length: 6 }, (_, at) => ({ ...valid, date: `2027-03-1${at}` }))
  expect((await validate('search_flights', { slices })).ok).toBe(true)
})

test.each([
  [{ origin: 'Seattle' }, 'origin'],
  [{ destination: undefined }, 'destination'],
  [{ date: '15.03.2027' }, 'date'],
  [{ date: '2027-02-30' }, 'date'],
  [{ return_date: 'never' }, 'return_date'],
  [{ passengers: 10 }, 'passengers'],
  [{ passengers: '2' }, 'passengers'],
  [{ passengers: { adults: 0 } }, 'passengers.adults'],
  [{ cabin: 'eco' }, 'cabin'],
  [{ non_stop: 'yes' }, 'non_stop'],
  [{ currency: 'usd' }, 'currency'],
  [{ max_results: 251 }, 'max_results'],
  [{ from: 'SEA' }, 'from'],
])('its schema refuses %j and names %s', async (params, field) => {
  const checked = await validate('search_flights', { ...valid, ...params })
  expect(checked.ok ? [] : Object.keys(checked.details)).toContain(field)
})
