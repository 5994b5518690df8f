import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isDateLine } from '#lib/travel/model/generated/date-line.ts'
import { isExchangeRates } from '#lib/travel/model/generated/exchange-rates.ts'
import { isFlightResult } from '#lib/travel/model/generated/flight-offer.ts'
import { isHotelResult } from '#lib/travel/model/generated/hotel-offer.ts'
import { isPlacesAnswer } from '#lib/travel/model/generated/places-answer.ts'
import { isRecentSearch } from '#lib/travel/model/generated/recent-search.ts'
import { isRefusal } from '#lib/travel/model/generated/refusal.ts'
import { isSearchLine } from '#lib/travel/model/generated/search-line.ts'
import { isSkillOutput } from '#lib/travel/model/generated/skill-output.ts'
import { isTravelProfile } from '#lib/travel/model/generated/travel-profile.ts'
import { usualProfile } from '#lib/travel/model/usual-profile.ts'
import { flightResult, hotelResult } from '../runner/testing/results.ts'
import { checkModule, checksFolder, shapesOfPages } from './page-checks.ts'
import { root } from './steps.ts'

const error = { code: 'RATE_LIMITED', message: 'Too many.', retry_after_ms: 5 }
const output = {
  status: 'success',
  skill: 'a',
  version: '1.0.0',
  results: [{ id: '1' }],
  metadata: { query_time_ms: 5, cached: false, data: 'live', fetched_at: '2026-11-20T08:00:00Z', partial: false },
}
const place = { code: 'AMS', type: 'airport', name: 'Schiphol', city: '', country: 'NL', lat: 52, lon: 4 }
const price = { amount: 12, currency: 'EUR' }

const trip = { origin: 'A', destination: 'B', date: '2027-02-13', returnDate: null, travelers: 1 }

/** Each check with a valid value. */
const cases: Readonly<Record<string, readonly [holds: (value: unknown) => boolean, right: object]>> = {
  'date-line': [
    isDateLine,
    { state: 'priced', dates: '2027-02-13', price, provider: 'a', data: 'live', fetched_at: '2026-11-20T08:00:00Z' },
  ],
  'exchange-rates': [isExchangeRates, { date: '2026-11-19', base: 'EUR', rates: { USD: 1.1 }, data: 'live' }],
  'flight-offer': [isFlightResult, flightResult({ booking_url: 'https://a.example', bags: { cabin: 1 } })],
  'hotel-offer': [isHotelResult, hotelResult({ booking_url: 'https://a.example', location: { lat: 1, lon: 2 } })],
  'places-answer': [isPlacesAnswer, { places: [place] }],
  'recent-search': [isRecentSearch, { kind: 'flight', query: 'a', lowest: null, ...trip }],
  refusal: [isRefusal, { error }],
  'search-line': [isSearchLine, { type: 'answer', source: 'a', is_first: true, output }],
  'skill-output': [isSkillOutput, { ...output, trace: [{ op: 'http', fuel: 1, ms: 2 }] }],
  'travel-profile': [isTravelProfile, { ...usualProfile, home: 'AMS', alliances: ['star'] }],
}
const values = [0, -1, 1.5, 1e300, Infinity, '', 'live', '2027-02-13', '2027-02-13T09:05:00+01:00', 'AMS', null, [], {}]

const of = (schema: z.ZodType) => ({ schema, type: 'A', from: './a.ts' })

test('rejects a schema with an unsupported keyword', () => {
  expect(() => checkModule(of(z.object({ a: z.number().multipleOf(5) })))).toThrow('multipleOf')
  expect(() => checkModule(of(z.array(z.string()).max(5)))).toThrow('maxItems')
  expect(() => checkModule(of(z.object({ a: z.custom((value) => value === 5) })))).toThrow('custom')
})

test.each<[string, z.ZodType, string]>([
  ['refine', z.string().refine((text) => text !== ''), 'custom'],
  ['superRefine', z.object({}).superRefine(() => {}), 'custom'],
  [
    'refine after another check',
    z
      .string()
      .max(5)
      .refine((text) => text !== '')
      .optional(),
    'custom',
  ],
  ['trim', z.string().trim(), 'overwrite'],
  ['a format without a pattern', z.url(), 'url'],
  ['a format and a separate pattern', z.url().regex(/a/), 'url'],
])('rejects a schema with %s, because the generated check would accept more', (_, shape, word) => {
  expect(() => checkModule(of(z.object({ a: z.array(shape) })))).toThrow(word)
})

test('supports formats with a pattern', () => {
  const shape = z.object({
    a: z.iso.date().regex(/^20/),
    b: z.iso.datetime({ offset: true }),
    c: z.string().startsWith('a'),
  })
  expect(checkModule(of(shape))).toContain('pattern')
})

test('the cases of this test cover every generated check', () => {
  expect(Object.keys(cases)).toEqual(Object.keys(shapesOfPages))
})

describe.each(Object.entries(cases))('the check of %s', (name, [holds, right]) => {
  const shape = shapesOfPages[name] ?? of(z.never())

  test('is generated from the current schema (npm run db:generate writes it)', () => {
    expect(holds(structuredClone(right))).toBe(true)
    expect(shape.schema.safeParse(right).success).toBe(true)
    expect(readFileSync(join(root, checksFolder, `${name}.ts`), 'utf8')).toBe(checkModule(shape))
  })

  test('agrees with the schema for any value, under known and unknown keys', () => {
    const name = fc.option(fc.constantFrom('x', 'usd', 'JPY', ''), { nil: undefined })
    const changed = fc.record({ at: fc.nat(), name, value: fc.oneof(fc.jsonValue(), fc.constantFrom(...values)) })
    fc.assert(
      fc.property(changed, ({ at, name, value }) => {
        const copy = structuredClone(right)
        const places = placesIn(copy)
        const [holder, key] = places[at % places.length] ?? [copy, 'id']
        Reflect.set(holder, Array.isArray(holder) ? key : (name ?? key), value)
        const expected = shape.schema.safeParse(copy).success
        expect(holds(copy)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test.each([null, undefined, 7, 'text', [], {}, [[]]])('rejects %j', (value) => {
    expect(holds(value)).toBe(false)
  })
})

/** Every position in a value that a test can replace. */
function placesIn(holder: object): [holder: object, key: string][] {
  return Object.entries(holder).flatMap(([key, part]): [object, string][] => [
    [holder, key],
    ...(typeof part === 'object' && part !== null ? placesIn(part) : []),
  ])
}
