import { beforeAll, describe, expect, test } from 'vitest'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { type PythonThread, pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'

describe('Python', () => {
  let loaded: LoadedInterpreter
  let thread: PythonThread
  beforeAll(async () => {
    loaded = await testInterpreter()
    thread = pythonInThread(loaded)
  })

  /** The JSON of the result. */
  const resultOf = async (code: string, seed = '07') => {
    const { end } = await runToEnd(thread, loaded, code, { seed })
    return end.kind === 'returned' ? JSON.stringify(JSON.parse(end.json).results[0].result) : JSON.stringify(end)
  }

  test.each([
    ['a function of the module', 'import random\nset_result(random.random())'],
    ['an imported function', 'from random import randint\nset_result(randint(0, 2**40))'],
    ['all functions', 'from random import *\nset_result([choice(range(10**9)), gauss()])'],
    ['a module of the library', 'import uuid\nset_result(str(uuid.uuid1()))'],
  ])('%s gives the same numbers for the same seed, and others for another', async (_, code) => {
    const [once, again, other] = [await resultOf(code), await resultOf(code), await resultOf(code, '08')]
    expect(again).toBe(once)
    expect(other).not.toBe(once)
    expect(once).not.toContain('failed')
  })

  test('the module looks and works as in every Python', async () => {
    const code = `
import random
before = dir(random)
lacking = [hasattr(random, 'nothing'), 'random' in before, 'randint' in before, 'Random' in before]
random.choice = 'own'
random.seed(1)
set_result([random.random(), random.choice, dir(random) == before, vars(random)['random'] is random.random, *lacking])`
    expect(await resultOf(code)).toBe('[0.13436424411240122,"own",true,true,false,true,true,true]')
  })
})
