import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import type { OpenPython } from './testing/embedded-python.ts'
import { pythonPlaces } from './testing/python-runtimes.ts'
import { openScriptWorld, type ScriptWorld, told } from './testing/script-world.ts'

// PostgreSQL's `jsonb` would sort all of these keys. JavaScript itself puts keys that look like integers first.
const ordered = '{"zebra":1,"b":{"name":"x","id":{"zz":1,"a":2}},"aa":[{"y":1,"x":2},[{"d":1,"c":2}]],"a":2}'

const runtime = shareRuntime()

/** The result as the agent reads it, as text. */
async function resultOf(world: ScriptWorld, profile: string, script: string, language: 'javascript' | 'python') {
  const view = (await told(world, profile, script, { language })).views.at(-1)
  if (view?.status !== 'completed') throw new Error(JSON.stringify(view))
  return JSON.stringify(view.result)
}

describe('a script in JavaScript', () => {
  let world: ScriptWorld
  let token = ''
  beforeAll(async () => {
    world = await openScriptWorld({ runtime: runtime() })
    token = (await world.profile()).token
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('keeps the order of the keys of its result', async () => {
    expect(await resultOf(world, token, `set_result(${ordered})`, 'javascript')).toBe(ordered)
  })

  test('keeps it in a large result, which is stored in pieces', async () => {
    const script = `set_result(Array.from({ length: 3000 }, () => (${ordered})))`
    const many = `[${Array.from({ length: 3000 }, () => ordered).join()}]`
    expect((await resultOf(world, token, script, 'javascript')) === many).toBe(true)
  })

  test('keeps it in a stored value that it reads again after a pause', async () => {
    const script = `await kv.put('v', ${ordered})
      const value = await kv.get('v')
      await llm.complete('Go on?')
      set_result(value)`
    expect(await resultOf(world, token, script, 'javascript')).toBe(ordered)
  })

  test('has keys that look like integers first, as every object of JavaScript', async () => {
    expect(await resultOf(world, token, 'set_result({ b: 1, 10: 2, 9: 3, a: 4 })', 'javascript')).toBe(
      '{"9":3,"10":2,"b":1,"a":4}',
    )
  })
})

for (const place of pythonPlaces) {
  describe(`a script in Python ${place.name}`, place.needs, () => {
    let python: OpenPython
    let world: ScriptWorld
    let token = ''
    beforeAll(async () => {
      python = await place.open()
      world = await openScriptWorld({ runtime: python.runtime })
      token = (await world.profile({ scripts: place.scripts })).token
    })
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]()
      await python?.[Symbol.asyncDispose]()
    })

    test('keeps the order of the keys of its result', async () => {
      expect(await resultOf(world, token, `set_result(${ordered})`, 'python')).toBe(ordered)
    })
  })
}
