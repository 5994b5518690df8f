import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#runner/contract/skill-io.ts'
import { storedOrder } from '#runner/core/stored-order.ts'
import { createTestDatabase } from './testing.ts'

const key = fc.oneof(fc.constantFrom('a', 'B', 'aa', 'é', 'zz', '𝒳', '10', '9', ''), fc.string({ maxLength: 4 }))
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 6, noNullPrototype: true }),
  ),
}))

test('JSON in stored order keeps the order of its keys in a jsonb column', async () => {
  await using database = await createTestDatabase()
  const stored = async (value: Json): Promise<Json> => {
    const [row] = await database.client.$queryRaw<{ text: string }[]>`
      select (${JSON.stringify(value)}::jsonb)::text as text`
    return JSON.parse(row?.text ?? '')
  }
  await fc.assert(
    fc.asyncProperty(json, async (value) => {
      fc.pre(!JSON.stringify(value).includes('\\u0000') && !JSON.stringify(value).includes('__proto__'))
      const ordered = storedOrder(value)
      expect(ordered).toEqual(value)
      expect(JSON.stringify(await stored(value))).toBe(JSON.stringify(ordered))
    }),
    { numRuns: 200 },
  )
})
