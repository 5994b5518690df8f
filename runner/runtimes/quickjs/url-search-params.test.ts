import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../contract/skill-io.ts'
import type { Runtime } from '../runtime.ts'
import { executionOf, returnedBy, skillOf, testLimits } from '../testing/conformance/harness.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { silentLog } from './testing/silent-log.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function inGuest(expression: string, params: Record<string, Json>): Promise<Json> {
  const limits = { ...testLimits, fuel: 10_000, outputKb: 4096 }
  return returnedBy(await runtime.run(executionOf(skillOf(`({ params }) => ${expression}`), { params, limits })))
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const pairs = fc.array(fc.tuple(text, text), { maxLength: 6 })
const lists = fc.sample(fc.array(pairs, { minLength: 50, maxLength: 50 }), { numRuns: 4, seed: 1 })
const queries = fc.sample(
  fc.array(fc.string({ unit: fc.constantFrom(...'ab&=+%?#2Cé '), maxLength: 16 }), { minLength: 100 }),
  {
    numRuns: 4,
    seed: 2,
  },
)

test.each(lists.map((list) => [list]))('builds the same queries as on the web', async (list) => {
  const built = await inGuest('params.list.map((pairs) => new URLSearchParams(pairs).toString())', { list })
  expect(built).toEqual(list.map((each) => new URLSearchParams(each).toString()))
})

test.each(queries.map((list) => [list]))('reads queries as on the web', async (list) => {
  // Guest and Node leave a malformed escape unchanged, but differ in how much of its surroundings they decode.
  const whole = list.filter((query) => !/%(?!2C)/.test(query))
  const read = await inGuest('params.list.map((query) => [...new URLSearchParams(query)])', { list: whole })
  expect(read).toEqual(whole.map((query) => [...new URLSearchParams(query)]))
})

test('set, append, delete and sort work as on the web', async () => {
  const program = `(() => {
    const query = new URLSearchParams('b=1&a=2&b=3')
    query.set('b', 4); query.append('c', 'x y'); query.append('a', true); query.delete('none'); query.set('d', '')
    const before = query.toString()
    query.sort()
    return [before, query.toString(), query.get('a'), query.getAll('a'), query.has('c'), query.get('none'), query.size]
  })()`
  expect(await inGuest(program, {})).toEqual([
    'b=4&a=2&c=x+y&a=true&d=',
    'a=2&a=true&b=4&c=x+y&d=',
    '2',
    ['2', 'true'],
    true,
    null,
    5,
  ])
})
