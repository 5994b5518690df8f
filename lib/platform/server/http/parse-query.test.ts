import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createQueryParser } from './input-error.ts'

const schema = z.object({
  origin: z.string().length(3, 'must be a three-letter code'),
  adults: z.int().min(1).max(9).default(1),
  non_stop: z.boolean().optional(),
  price: z.number().optional(),
  child_ages: z.array(z.int()).optional(),
  return_date: z.string().nullish(),
})
const parse = createQueryParser(schema)
const ask = (query: string) => parse(new URLSearchParams(query))

describe('createQueryParser', () => {
  it('parses numbers, booleans and lists by the schema', () => {
    expect(ask('origin=SEA&adults=2&non_stop=true&price=1.5&child_ages=3,4&child_ages=5')).toEqual({
      ok: true,
      value: { origin: 'SEA', adults: 2, non_stop: true, price: 1.5, child_ages: [3, 4, 5] },
    })
  })

  it('keeps numeric text as text if the schema expects text', () => {
    expect(ask('origin=123')).toEqual({ ok: true, value: { origin: '123', adults: 1 } })
  })

  it('treats an empty value as absent', () => {
    expect(ask('origin=SEA&return_date=&adults=')).toEqual({ ok: true, value: { origin: 'SEA', adults: 1 } })
  })

  it.each([
    ['adults=2', 'origin', 'is required'],
    ['origin=SEA&adults=two', 'adults', 'must be a number'],
    ['origin=SEA&adults=2px', 'adults', 'must be a number'],
    ['origin=SEA&adults=0x2', 'adults', 'must be a number'],
    ['origin=SEA&adults=1e1', 'adults', 'must be a number'],
    ['origin=SEA&adults=1.5', 'adults', 'must be a whole number'],
    ['origin=SEA&non_stop=yes', 'non_stop', 'must be true or false'],
    ['origin=SEATTLE', 'origin', 'must be a three-letter code'],
    ['origin=SEA&origin=NRT', 'origin', 'cannot be given more than once'],
    ['origin=SEA&colour=red', 'colour', 'is not a known parameter'],
    ['origin=SEA&__proto__=1', '__proto__', 'is not a known parameter'],
    ['origin=SEA&toString=1', 'toString', 'is not a known parameter'],
  ])('refuses %s, naming %s', (query, field, problem) => {
    const result = ask(query)
    expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    if (result.ok) return
    expect(result.error.details?.[field]).toContain(problem)
    expect(result.error.message).toContain(`${field}: `)
  })

  it.each(['child_ages=3&child_ages=', 'child_ages=&child_ages=3', 'child_ages=3,', 'child_ages=,'])(
    'refuses a list with an empty element, although it treats an empty list as absent: %s',
    (query) => {
      expect(ask(`origin=SEA&${query}`)).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', message: expect.stringContaining('child_ages') },
      })
    },
  )

  it('keeps the error message short for many long names', () => {
    const names = Array.from({ length: 100 }, (_, at) => `${at}${'n'.repeat(500)}\n=1`)
    const result = ask(`origin=SEA&${names.map(encodeURI).join('&')}`)
    expect(result.ok).toBe(false)
    expect(JSON.stringify(result).length).toBeLessThan(5000)
  })

  it('names each invalid field, and the first in the message', () => {
    expect(ask('adults=10&price=x')).toMatchObject({
      error: {
        message: expect.stringContaining('origin: is required'),
        details: { adults: expect.any(String), price: expect.any(String) },
      },
    })
  })

  it('round-trips every value that the schema allows', () => {
    const values = fc.record(
      {
        origin: fc.string({ minLength: 3, maxLength: 3, unit: 'grapheme-ascii' }),
        adults: fc.integer({ min: 1, max: 9 }),
        non_stop: fc.boolean(),
        child_ages: fc.array(fc.integer({ min: 0, max: 17 }), { minLength: 1, maxLength: 8 }),
      },
      { noNullPrototype: true },
    )
    fc.assert(
      fc.property(values, (value) => {
        const search = new URLSearchParams(Object.entries(value).map(([name, item]) => [name, String(item)]))
        expect(parse(search)).toEqual({ ok: true, value })
      }),
    )
  })

  it('never throws, and accepts only names in the schema', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const result = parse(new URLSearchParams(pairs))
        const foreign = pairs.some(([name]) => !Object.hasOwn(schema.shape, name))
        if (foreign) expect(result.ok).toBe(false)
      }),
    )
  })
})
