import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FlightParams } from '../contract/capabilities/flight-search.ts'
import type { Json } from '../contract/skill-io.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { explainRefusedField } from './schema-words.ts'

const properties = {
  currency: { type: 'string', pattern: '^[A-Z]{3}$', description: 'Currency of the prices, as an ISO 4217 code.' },
  date: { type: 'string', format: 'date', description: 'Day of departure,\n  local to the origin. Not past.' },
  back: { type: ['string', 'null'], format: 'date' },
  travelers: { type: ['integer', 'object'], minimum: 1, maximum: 9 },
  stars: { type: 'array', items: { type: 'integer' } },
  cabin: { enum: ['economy', 'business'] },
  code: { type: 'string', pattern: '^[a-z]+[0-9]$' },
  radius: { type: 'integer', minimum: 1 },
  any: {},
}
const manifest = { actions: {}, input_schema: { search: { type: 'object', properties } } }
const explain = (field: string, params: { [key: string]: Json } = {}, action = 'search') =>
  explainRefusedField(manifest, { action, params }, field)

test.each<[string, Json, string]>([
  [
    'currency',
    'ZZZ',
    'cannot be "ZZZ": the skill accepts 3 capital letters (Currency of the prices, as an ISO 4217 code), but not this value',
  ],
  [
    'date',
    '2020-01-01',
    'cannot be "2020-01-01": the skill accepts a date like 2027-02-13 (Day of departure, local to the origin. Not past), but not this value',
  ],
  ['back', null, 'cannot be null: the skill accepts a date like 2027-02-13 or null, but not this value'],
  [
    'travelers',
    { adults: 1 },
    'cannot be this object: the skill accepts a whole number from 1 to 9 or an object, but not this value',
  ],
  ['travelers', 9, 'cannot be 9: the skill accepts a whole number from 1 to 9 or an object, but not this value'],
  ['stars', [5, 5], 'cannot be this list: the skill accepts a list, but not this value'],
  ['cabin', 'business', 'cannot be "business": the skill accepts one of economy, business, but not this value'],
  ['code', 'a1', 'cannot be "a1": the skill accepts text that matches "^[a-z]+[0-9]$", but not this value'],
  ['radius', 400, 'cannot be 400: the skill accepts a whole number from 1, but not this value'],
  ['any', true, 'cannot be true: the skill accepts a value, but not this value'],
])('explains that %s cannot be %j, and what the manifest accepts', (field, value, phrase) => {
  expect(explain(field, { [field]: value })).toBe(phrase)
})

test('says that a field is missing', () => {
  expect(explain('currency')).toMatch(/^cannot be left out here: /)
})

test('returns undefined for a field or an action that is not in the schema', () => {
  expect(explain('secret', { secret: 'x' })).toBeUndefined()
  expect(explain('constructor')).toBeUndefined()
  expect(explain('date', {}, 'other')).toBeUndefined()
  expect(explain('date', {}, 'toString')).toBeUndefined()
})

test('stays short and on one line for a hostile value or manifest', () => {
  const text = fc.string({ maxLength: 3000, unit: anyCharacter })
  fc.assert(
    fc.property(text, text, text, (value, description, pattern) => {
      const hostile = {
        actions: {},
        input_schema: { go: { properties: { field: { type: 'string', description, pattern } } } },
      }
      const phrase = explainRefusedField(hostile, { action: 'go', params: { field: value } }, 'field')
      expect(phrase?.length).toBeLessThan(800)
      expect(phrase).not.toMatch(/[\n\r\u2028\u2029]/)
    }),
  )
})

test('finds a field of a capability by the caller’s name and by the skill’s name', () => {
  const capable = { capability: 'C-FLIGHT-SEARCH', actions: {}, input_schema: {} }
  const slices = [
    { origin: 'QQQ', destination: 'NRT', date: '2027-03-15' },
    { origin: 'NRT', destination: 'QQQ', date: '2027-03-25' },
  ]
  const params = FlightParams.parse({ slices, currency: 'ZZZ' })
  const why = (field: string) => explainRefusedField(capable, { action: 'search_flights', params }, field)
  const ofOrigin = 'the skill accepts 3 capital letters (Airport or city to leave from, as a three-letter IATA code)'
  expect(why('origin')).toBe(`cannot be "QQQ": ${ofOrigin}, but not this value`)
  expect(why('slices.0.origin')).toBe(`cannot be "QQQ": ${ofOrigin}, but not this value`)
  expect(why('return_date')).toMatch(
    /^cannot be "2027-03-25": the skill accepts a date like 2027-02-13 or null \(Day of/,
  )
  expect(why('currency')).toMatch(/^cannot be "ZZZ": the skill accepts 3 capital letters \(Currency of the prices/)
  expect(why('slices')).toMatch(/^cannot be this list: the skill accepts a list \(The flights of the trip/)
  expect(why('slices.9.origin')).toMatch(/^cannot be left out here: /)
  for (const unknown of ['meal', 'slices.0.meal', 'slices.x', 'constructor', '', '.'])
    expect(why(unknown)).toBeUndefined()
})

test('uses the manifest’s narrower schema with the contract’s description', () => {
  const input_schema = { search_flights: { type: 'object', properties: { currency: { enum: ['USD', 'EUR'] } } } }
  const params = FlightParams.parse({ origin: 'SEA', destination: 'NRT', date: '2027-03-15', currency: 'USD' })
  const input = { action: 'search_flights', params }
  expect(explainRefusedField({ capability: 'C-FLIGHT-SEARCH', actions: {}, input_schema }, input, 'currency')).toMatch(
    /^cannot be "USD": the skill accepts one of USD, EUR \(Currency of the prices/,
  )
})
