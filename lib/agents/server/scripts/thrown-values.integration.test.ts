import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

describe('a script that throws', () => {
  let world: ScriptWorld
  let token = ''
  beforeAll(async () => {
    world = await openScriptWorld({ runtime: runtime() })
    token = (await world.profile()).token
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const named = 'const shared = { name: "Ada" }'
  test.each([
    ['an object', 'throw { a: 1, b: ["x"] }', 'Uncaught {"a":1,"b":["x"]}'],
    ['an array', 'throw [1, null]', 'Uncaught [1,null]'],
    ['null', 'throw null', 'Uncaught null'],
    ['undefined', 'throw undefined', 'Uncaught undefined'],
    ['a text', 'throw "no \\"rates\\""', 'Uncaught "no \\"rates\\""'],
    ['an empty text', 'throw ""', 'Uncaught ""'],
    ['a number', 'throw 7', 'Uncaught 7'],
    ['a symbol', 'throw Symbol("x")', 'Uncaught Symbol(x)'],
    ['an object without a prototype', 'throw Object.create(null)', 'Uncaught {}'],
    ['a circular object', 'const a = { b: {} }; a.b.a = a; throw a', 'Uncaught {"b":{"a":"[Circular]"}}'],
    ['an object twice in another', `${named}; throw [shared, shared]`, 'Uncaught [{"name":"Ada"},{"name":"Ada"}]'],
    ['a large integer', 'throw { count: 12n }', 'Uncaught {"count":"12n"}'],
    ['an object whose toJSON throws', 'throw { toJSON() { throw 1 } }', 'threw something that has no text'],
    [
      'an error with causes',
      'throw new Error("no rates", { cause: new TypeError("no body", { cause: { status: 500 } }) })',
      'Error: no rates\nCaused by: TypeError: no body\nCaused by: {"status":500}',
    ],
    [
      'an error that causes itself',
      'const error = new Error("x"); error.cause = error; throw error',
      `Error: x${'\nCaused by: Error: x'.repeat(4)}`,
    ],
  ])('%s shows the thrown value', async (_, script, error) => {
    const view = await world.settled(await world.execute(token, script))
    expect(view).toMatchObject({ status: 'error', error_code: 'SKILL_CRASHED', error })
  })

  test.each([
    ['a long list', 'throw Array.from({ length: 100000 }, (_, at) => at)'],
    ['a long text', 'throw { text: "x".repeat(1000000) }'],
    [
      'a graph with many paths',
      'const all = Array.from({ length: 30 }, () => []); for (const one of all) one.push(...all); throw all',
    ],
  ])('%s shows the beginning of the thrown value', async (_, script) => {
    const view = await world.settled(await world.execute(token, script))
    expect(view).toMatchObject({ error_code: 'SKILL_CRASHED', error: expect.stringMatching(/^Uncaught [[{].{1000}/) })
    expect(String(Object(view).error).length).toBeLessThanOrEqual(4000)
  })

  const importsNothing = expect.stringMatching(/^SyntaxError: .+: a script in JavaScript imports nothing\./)
  test.each([
    ["\nimport fs from 'fs'", importsNothing],
    ["// data\n  import { get } from 'axios'", importsNothing],
    ["\nimport'fs'", importsNothing],
    ['\nexport const data = 1', 'A script exports nothing: give its result to set_result.'],
    ["\nimport('fs') fs", "SyntaxError: expecting ';'"],
    ['\nimported fs', "SyntaxError: expecting ';'"],
  ])('%j is explained at its line', async (script, error) => {
    const view = await world.settled(await world.execute(token, script))
    expect(view).toMatchObject({ error_code: 'SKILL_CRASHED', error, error_line: 2 })
  })

  test('an error with a long text still shows its line', async () => {
    const view = await world.settled(await world.execute(token, '\n\nthrow new Error("x".repeat(100000))'))
    expect(view).toMatchObject({ error: expect.stringMatching(/^Error: x{2000}/), error_line: 3 })
  })
})

test('a script that prints a circular object shows its fields', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile()
  const view = await world.settled(await world.execute(token, 'const a = { n: 1 }; a.a = a; print(a)'))
  expect(view).toMatchObject({ stdout: '{"n":1,"a":"[Circular]"}\n' })
})
