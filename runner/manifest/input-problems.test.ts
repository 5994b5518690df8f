import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { SkillInput } from '../contract/skill-io.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { detailsOf, inputParsing, problemsOf } from './input-problems.ts'

const schema = z.strictObject({
  name: z.string().min(2).max(4).optional(),
  count: z.int().min(1).max(9).optional(),
  even: z.number().multipleOf(2).optional(),
  price: z.number().positive().lt(100).optional(),
  day: z.iso.date('must be a day, like 2027-02-13').default('2027-02-13'),
  code: z
    .string()
    .regex(/^[A-Z]+$/)
    .optional(),
  mail: z.email().optional(),
  cabin: z.enum(['economy', 'first']).optional(),
  kind: z.literal('tool').optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  inner: z.strictObject({ when: z.iso.date('must be a day, like 2027-02-13') }).optional(),
  either: z.union([z.string(), z.int()]).optional(),
  odd: z
    .int()
    .refine((value) => value % 2 === 1)
    .optional(),
})
function explain(value: unknown, by: z.ZodType = schema): Record<string, string> {
  const parsed = by.safeParse(value, inputParsing)
  return parsed.success ? {} : detailsOf(problemsOf(parsed.error, 'input'))
}

test.each<[unknown, Record<string, string>]>([
  [[], { input: 'must be an object' }],
  [undefined, { input: 'is required' }],
  [{ name: 1 }, { name: 'must be text' }],
  [{ name: 'a' }, { name: 'must have at least 2 characters' }],
  [{ name: 'abcde' }, { name: 'must have at most 4 characters' }],
  [{ count: 1.5 }, { count: 'must be a whole number' }],
  [{ count: '2' }, { count: 'must be a number' }],
  [{ count: 10 }, { count: 'must be at most 9' }],
  [{ even: 3 }, { even: 'must be a multiple of 2' }],
  [{ price: 0 }, { price: 'must be more than 0' }],
  [{ price: 100 }, { price: 'must be less than 100' }],
  [{ day: 'soon' }, { day: 'must be a day, like 2027-02-13' }],
  [{ code: 'a' }, { code: 'does not have the expected format' }],
  [{ mail: 'a' }, { mail: 'must be an email address like ana@example.com' }],
  [{ cabin: 'x' }, { cabin: 'must be one of economy, first' }],
  [{ kind: 'x' }, { kind: 'must be tool' }],
  [{ list: [] }, { list: 'must have at least 1 entry' }],
  [{ list: ['a', 'b', 'c'] }, { list: 'must have at most 2 entries' }],
  [{ inner: {} }, { 'inner.when': 'is required' }],
  [{ inner: { when: '2027-02-13', where: 1 } }, { 'inner.where': 'is not a known field: remove it' }],
  [{ either: true }, { either: 'does not have the expected format' }],
  [{ odd: 2 }, { odd: 'does not have the expected format' }],
])('names the invalid field of %j and the expected value', (value, details) => {
  expect(explain(value)).toEqual(details)
})

test('uses the same phrases for a request to a skill', () => {
  expect(explain({ action: 7, params: [], config: { timeout_ms: 'x', meh: 1 } }, SkillInput)).toEqual({
    action: 'must be text',
    params: 'must be an object',
    'config.timeout_ms': 'must be a number',
    'config.meh': 'is not a known field: remove it',
  })
  expect(explain({ action: 'Search', params: {} }, SkillInput)).toEqual({
    action: 'must be a name like search_flights',
  })
  expect(explain({}, SkillInput)).toEqual({ action: 'is required', params: 'is required' })
})

test('explains any input in short single lines, without error texts of the schema library', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.string({ maxLength: 2000, unit: anyCharacter }), fc.anything()),
      (a, b) => {
        for (const value of [a, b]) {
          const text = Object.entries(explain(value)).map(([field, problem]) => `${field} ${problem}`)
          expect(text.length).toBeLessThanOrEqual(20)
          expect(text.join('').length).toBeLessThan(20 * 500)
          for (const line of text)
            expect(line).not.toMatch(/[\n\r\u2028\u2029]|Invalid|expected (string|one of)|Too (big|small)/)
        }
      },
    ),
  )
})

test.each([
  [{}, 'required'],
  [{ day: '' }, 'required'],
  [{ day: 'abc' }, 'invalid'],
  [{ day: '2027-02-13', wait: 'abc' }, 'invalid'],
])('the facts of a field in %j say whether it is missing or wrong', (value, code) => {
  const query = z.object({ day: z.iso.date(), wait: z.coerce.number().default(0) })
  const { error } = query.safeParse(value, inputParsing)
  expect(error && problemsOf(error, 'query').map(([, , facts]) => facts)).toEqual([{ code }])
})
