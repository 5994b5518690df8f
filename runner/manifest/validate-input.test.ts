import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoadedSkill } from '../core/skill.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { testManifest } from '../testing/test-manifest.ts'
import { checkInputSchema } from './input-schema.ts'
import { createInputValidators, createInputValidator as validatorOf } from './validate-input.ts'

const passengers = {
  type: 'object',
  properties: { adults: { type: 'integer', minimum: 1, maximum: 9 } },
  required: ['adults'],
  additionalProperties: false,
}
const search = {
  type: 'object',
  properties: {
    origin: { type: 'string', pattern: '^[A-Z]{3}$' },
    date: { type: 'string', format: 'date' },
    return_date: { type: ['string', 'null'], format: 'date', default: null },
    passengers,
    cabin: { enum: ['economy', 'premium_economy', 'business', 'first'], default: 'economy' },
    tags: { type: 'array', items: { type: 'string', maxLength: 3 }, uniqueItems: true, maxItems: 5 },
  },
  required: ['origin', 'date'],
  additionalProperties: false,
}
const clock = { now: () => Date.parse('2026-11-20T12:00:00Z') }
const createInputValidator = (skill: LoadedSkill) => validatorOf(skill, { clock })
const skillOf = (
  input_schema: Record<string, Record<string, unknown>>,
  { digest = 'd', capability }: { digest?: string; capability?: string } = {},
): LoadedSkill => ({
  manifest: testManifest({
    name: 'x',
    entry: 'main.ts',
    input_schema,
    ...(capability === undefined ? {} : { capability }),
  }),
  tier: 'local',
  approved: nothing,
  digest,
  program: { kind: 'bundle', language: 'javascript', code: '' },
  folder: '/nowhere',
})
const thousand = Array.from({ length: 999 }, (_, index) => index)
const codesOf = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
const validator = createInputValidator(skillOf({ search_flights: search, search_deals: { type: 'object' } }))
const right = { origin: 'SEA', date: '2027-02-13' }
const detailsOf = (params: unknown, action = 'search_flights'): Record<string, string> => {
  const result = validator(action, params)
  return result.ok ? {} : result.details
}

describe('params that match the schema', () => {
  it('get the schema’s defaults, in a copy', () => {
    const params = { ...right }
    expect(validator('search_flights', params)).toEqual({
      ok: true,
      params: { ...right, return_date: null, cabin: 'economy' },
    })
    expect(params).toEqual(right)
  })

  it('may be any JSON object, for any action, when the skill has no schema', () => {
    const open = createInputValidator(skillOf({}))
    expect(open('anything', { a: [1, null] })).toEqual({ ok: true, params: { a: [1, null] } })
    expect(open('anything', [])).toMatchObject({ ok: false })
  })
})

describe('params that do not match are reported with field and remedy', () => {
  it('counts one character and one entry in the singular', () => {
    const properties = { city: { type: 'string', minLength: 1 }, stops: { type: 'array', maxItems: 1 } }
    const greet = createInputValidator(skillOf({ greet: { type: 'object', properties } }))
    expect(greet('greet', { city: '', stops: [1, 2] })).toMatchObject({
      details: { city: 'must be at least 1 character long', stops: 'must have at most 1 entry' },
    })
  })

  it.each<[unknown, Record<string, string>]>([
    [{ origin: 'SEA' }, { date: 'is required' }],
    [{ ...right, date: '13.2.2027' }, { date: 'must be a date like 2027-02-13' }],
    [{ ...right, date: '2027-02-30' }, { date: 'must be a date like 2027-02-13' }],
    [{ ...right, date: 20270213 }, { date: 'must be text' }],
    [{ ...right, return_date: 1 }, { return_date: 'must be text or null' }],
    [{ ...right, origin: 'sea' }, { origin: 'must be 3 capital letters' }],
    [{ ...right, passengers: { adults: 10 } }, { 'passengers.adults': 'must be at most 9' }],
    [{ ...right, passengers: { adults: '2' } }, { 'passengers.adults': 'must be a whole number' }],
    [{ ...right, passengers: {} }, { 'passengers.adults': 'is required' }],
    [{ ...right, passengers: { adults: 1, childs: 1 } }, { 'passengers.childs': 'is not a known field: remove it' }],
    [{ ...right, cabbin: 'first' }, { cabbin: 'is not a known field: did you mean cabin?' }],
    [
      { ...right, cabin: 'busines' },
      { cabin: 'must be one of economy, premium_economy, business, first: did you mean business?' },
    ],
    [{ ...right, tags: ['a', 'abcd'] }, { 'tags.1': 'must be at most 3 characters long' }],
    [{ ...right, tags: ['a', 'a'] }, { tags: 'must not repeat an entry' }],
    [
      { date: 'x', cabin: 1 },
      {
        origin: 'is required',
        date: 'must be a date like 2027-02-13',
        cabin: 'must be one of economy, premium_economy, business, first',
      },
    ],
    [[], { params: 'must be an object of JSON values' }],
    [null, { params: 'must be an object of JSON values' }],
    [{ ...right, tags: [undefined] }, { params: 'must be an object of JSON values' }],
    [{ ...right, tags: Number.NaN }, { params: 'must be an object of JSON values' }],
    [{ ...right, tags: new Date(0) }, { params: 'must be an object of JSON values' }],
  ])('%j', (params, details) => {
    expect(detailsOf(params)).toEqual(details)
  })

  it('an unknown action is reported under the key "action"', () => {
    expect(detailsOf(right, 'search_flight')).toEqual({
      action: '"search_flight" is not a known action: did you mean search_flights?',
    })
    expect(detailsOf(right, 'book')).toEqual({ action: 'must be one of search_flights, search_deals' })
    expect(detailsOf(right, 'constructor')).toEqual({ action: 'must be one of search_flights, search_deals' })
  })
})

describe('a skill with a known capability', () => {
  const capability = 'C-FLIGHT-SEARCH'
  const agreed = createInputValidator(skillOf({}, { capability }))
  const there = { origin: 'SEA', destination: 'NRT', date: '2027-02-13' }

  it('accepts and normalizes params that match the contract, even without a schema of its own', () => {
    expect(agreed('search_flights', { ...there, passengers: 2 })).toEqual({
      ok: true,
      params: { slices: [there], adults: 2, children: 0, infants: 0, non_stop: false },
    })
    expect(agreed('book', there)).toEqual({ ok: false, details: { action: 'must be search_flights' } })
  })

  it('refuses a date that is past, or more than a year ahead, in every time zone', () => {
    const on = (date: string) => agreed('search_flights', { ...there, date })
    expect(on('2026-11-20').ok).toBe(true)
    expect(on('2026-11-19')).toEqual({ ok: false, details: { date: 'is past: the earliest is 2026-11-20' } })
    expect(on('2027-11-21').ok).toBe(true)
    expect(on('2027-11-22')).toEqual({ ok: false, details: { date: 'is too far ahead: the latest is 2027-11-21' } })
  })

  it('may narrow the contract but never widen it', () => {
    const dollars = { type: 'object', properties: { currency: { enum: ['USD'] } } }
    const narrow = createInputValidator(skillOf({ search_flights: dollars, more: { type: 'object' } }, { capability }))
    expect(narrow('search_flights', { ...there, currency: 'USD' }).ok).toBe(true)
    expect(narrow('search_flights', { ...there, currency: 'EUR' })).toEqual({
      ok: false,
      details: { currency: 'must be USD' },
    })
    expect(narrow('search_flights', { ...there, origin: 7 })).toEqual({
      ok: false,
      details: { origin: 'must be text' },
    })
    expect(narrow('more', { any: 1 }).ok).toBe(true)
  })

  it.each([
    [{ ...there, cabbin: 'first' }, { cabbin: 'is not a known field: did you mean cabin?' }],
    [
      { ...there, cabin: 'busines' },
      { cabin: 'must be one of economy, premium_economy, business, first: did you mean business?' },
    ],
    [{ ...there, passengers: { infant: 1 } }, { 'passengers.infant': 'is not a known field: did you mean infants?' }],
    [{ ...there, passengers: '2' }, { passengers: 'must be the number of adults, or adults, children and infants' }],
    [{ ...there, passengers: { adults: '2' } }, { 'passengers.adults': 'must be a whole number' }],
    [
      { destination: 'Tokyo', date: 1 },
      {
        origin: 'is required, unless slices are given',
        destination: expect.stringContaining('three-letter'),
        date: 'must be a real date, like 2027-02-13',
      },
    ],
  ])('explains the errors in %j', (params, details) => {
    expect(agreed('search_flights', params)).toEqual({ ok: false, details })
  })
})

describe('hostile params', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  it.each<[string, unknown, string]>([
    ['deep nesting', nested(5_000), 'are nested deeper than 16 levels'],
    ['long lists', { a: Array.from({ length: 100_000 }, () => 1) }, 'hold more than 2000 values'],
    [
      'many lists',
      { a: Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 1)) },
      'hold more than 2000 values',
    ],
    ['long texts', { a: 'x'.repeat(70_000) }, 'hold more than 64 KB of text'],
    ['a __proto__ key', JSON.parse('{"a":{"__proto__":{"b":1}}}'), 'have a key named __proto__'],
  ])('with %s are refused before any recursion', (_, params, sentence) => {
    expect(detailsOf(params, 'search_deals')).toEqual({ params: sentence })
  })

  it('with a thousand errors get a short answer', () => {
    const list = createInputValidator(skillOf({ go: { type: 'object', additionalProperties: { type: 'null' } } }))
    const params = Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`k${index}`, 1]))
    const result = list('go', params)
    expect(!result.ok && Object.keys(result.details)).toEqual(['k0'])
    const hundred = list('go', Object.fromEntries(Object.entries(params).slice(0, 100)))
    expect(!hundred.ok && Object.keys(hundred.details)).toHaveLength(20)
  })

  it('are checked against each field’s own pattern when a schema has several patterns', () => {
    const properties = { id: { type: 'string', pattern: '^[0-9]+$' }, place: { type: 'string', pattern: '^[A-Z]+$' } }
    const two = createInputValidator(skillOf({ go: { type: 'object', properties } }))
    expect(two('go', { id: '7', place: 'PAR' }).ok).toBe(true)
    expect(two('go', { id: '7', place: '8' })).toMatchObject({ details: { place: expect.any(String) } })
  })

  it('cannot cause exponential time in a pattern', () => {
    const pattern = '^(a|a)*(a|aa)+$'
    const greedy = createInputValidator(
      skillOf({ go: { type: 'object', properties: { a: { type: 'string', pattern } } } }),
    )
    expect(greedy('go', { a: `${'a'.repeat(20_000)}!` })).toMatchObject({ ok: false })
    expect(greedy('go', { a: 'a'.repeat(20_000) })).toMatchObject({ ok: true })
  })

  it('with too much text for the patterns are refused, and the error names the field', () => {
    const slow = { type: 'string', pattern: String.raw`^(\pL{0,32}){30}x?$` }
    const many = { type: 'object', properties: { a: { allOf: Array.from({ length: 3 }, () => slow) } } }
    const bounded = createInputValidator(skillOf({ go: many }))
    const details = { a: 'is too long for the patterns of this skill: shorten it' }
    expect(bounded('go', { b: 1, a: 'a'.repeat(65_000) })).toEqual({ ok: false, details })
    // Each validation has the full budget again.
    for (let times = 0; times < 20; times += 1) expect(bounded('go', { a: 'abc' }).ok).toBe(true)
  })

  it.each<[string, object, unknown]>([
    [
      'each entry of a long list with every other, 19 times',
      { properties: { a: { allOf: Array.from({ length: 19 }, () => ({ uniqueItems: true })) } } },
      { a: Array.from({ length: 1_990 }, (_, index) => `${'x'.repeat(24)}${index}`) },
    ],
    [
      'each of 1,900 fields with 400 values',
      { additionalProperties: { oneOf: Array.from({ length: 400 }, (_, index) => ({ const: index })) } },
      Object.fromEntries(Array.from({ length: 1_900 }, (_, index) => [`k${index}`, 1])),
    ],
    [
      'each of 1,990 entries with ten lists of 1,000 values',
      { properties: { a: { items: { allOf: Array.from({ length: 10 }, () => ({ enum: thousand })) } } } },
      { a: Array.from({ length: 1_990 }, () => 998) },
    ],
    [
      'the length of a text of 65,000 characters with a minimum, 900 times',
      { properties: { a: { allOf: Array.from({ length: 900 }, () => ({ minLength: 1 })) } } },
      { a: 'é'.repeat(65_000) },
    ],
  ])('are refused when comparisons would take too long: %s', (_, schema, params) => {
    const go = { type: 'object', ...schema }
    expect(checkInputSchema(go)).toEqual([])
    expect(createInputValidator(skillOf({ go }))('go', params)).toEqual({
      ok: false,
      details: { params: 'are too large for the rules of this skill: send less' },
    })
  })

  it('with 900 values pass a schema of ordinary size', () => {
    const codes = { type: 'array', uniqueItems: true, items: { type: 'string', maxLength: 8, enum: codesOf(900) } }
    const go = { type: 'object', properties: { a: codes }, required: ['a'] }
    const usual = createInputValidator(skillOf({ go }))
    expect(usual('go', { a: codesOf(900) }).ok).toBe(true)
  })

  it('with a property name that is too long for the patterns are refused', () => {
    const names = { type: 'object', propertyNames: { pattern: String.raw`^(\pL{0,32}){30}x?$` } }
    const bounded = createInputValidator(skillOf({ go: names }))
    const result = bounded('go', { ['a'.repeat(60_000)]: 1 })
    expect(!result.ok && Object.values(result.details)).toEqual([
      'is too long for the patterns of this skill: shorten it',
    ])
  })

  it('never make the validator throw, and each error detail is a phrase', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 5 }), (params) => {
        for (const sentence of Object.values(detailsOf(params)))
          expect(sentence).toMatch(/^(must|is|are|has|have|hold|holds|do|does) /)
      }),
      { numRuns: 300 },
    )
  })
})

describe('validators of many skills', () => {
  it('are cached by digest, so that another digest uses its own schema', () => {
    const validators = createInputValidators({ clock, maxSkills: 1 })
    const first = skillOf({ go: { type: 'object' } }, { digest: 'one' })
    const second = skillOf({ stop: { type: 'object' } }, { digest: 'two' })
    expect(validators(first)).toBe(validators({ ...first }))
    expect(validators(second)('go', {})).toEqual({ ok: false, details: { action: 'must be stop' } })
    expect(validators(first)('go', {})).toEqual({ ok: true, params: {} })
  })
})
