import { beforeAll, describe, expect, test } from 'vitest'
import type { GuestEnd } from '../pool/messages.ts'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { escapesEnding } from './testing/escapes-ending.ts'
import { escapesOutward } from './testing/escapes-outward.ts'
import { escapesWithin } from './testing/escapes-within.ts'
import { type PythonThread, pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'
import { assembler } from './testing/whole-memory.ts'

/** Sees most of what an earlier script could have changed: modules, addresses, random numbers, files, time. */
const probe = `
import builtins, json, os, random, sys, time
x = [index for index in range(1000)]
print(sorted(vars(builtins)) == sorted(dir(builtins)), len(sys.modules), sorted(os.environ), os.listdir('/tmp'))
print(id(object()), hash('x'), random.random(), os.urandom(4).hex(), time.time(), sys.getrecursionlimit())
set_result([sum(x), json.dumps({'a': 1}), hasattr(sys, 'own')])
`
type Ran = Pick<Awaited<ReturnType<typeof runToEnd>>, 'end' | 'fuelLeft' | 'peakBytes' | 'printed'>
const whole = ({ end, fuelLeft, peakBytes, printed }: Ran): Ran => ({ end, fuelLeft, peakBytes, printed })

/** Python writes spaces in its JSON. */
const compact = (end: GuestEnd): GuestEnd =>
  end.kind === 'returned' ? { ...end, json: JSON.stringify(JSON.parse(end.json)) } : end

describe('Python', () => {
  let loaded: LoadedInterpreter
  let thread: PythonThread
  let fresh: Ran
  beforeAll(async () => {
    loaded = await testInterpreter()
    thread = pythonInThread(loaded)
    fresh = whole(await runToEnd(pythonInThread(loaded), loaded, probe))
    expect(fresh.end).toMatchObject({ kind: 'returned' })
  })

  describe.each([
    ['reaches into the interpreter', escapesWithin],
    ['reaches for what is outside', escapesOutward],
    ['ends in an odd way', escapesEnding],
  ])('a script that %s', (_, cases) => {
    test.each(cases)(
      'ends, and leaves nothing behind: $title',
      async ({ script, ends, prints, fuel = 150_000_000 }) => {
        const { end, printed } = await runToEnd(thread, loaded, script, { fuel })
        if ('like' in ends) {
          const { kind, code, like } = ends
          expect(end).toMatchObject({ kind, code, detail: expect.stringContaining(like) })
        } else expect(compact(end)).toEqual(compact(ends))
        if (prints !== undefined) expect(printed).toBe(prints)
        expect(whole(await runToEnd(thread, loaded, probe))).toEqual(fresh)
        expect(thread.foundAtStart()).toEqual([])
      },
    )
  })

  test('random bytecode ends only its execution, and leaves nothing behind', async () => {
    const program = (seed: number) => `${assembler}
import random, types
random.seed(${seed})
base = (lambda a, b=[1], *k: [x for x in (a, b, k)]).__code__
likely = list(assemble('LOAD_CONST LOAD_FAST STORE_FAST COMPARE_OP STORE_ATTR LOAD_GLOBAL RETURN_VALUE JUMP_FORWARD'
                       ' CALL EXTENDED_ARG LOAD_NAME LOAD_ATTR'))
code = bytes(random.choice([random.randrange(256), *likely]) for _ in range(2 * random.randrange(2, 60)))
made = base.replace(co_code=assemble('RESUME 0') + code, co_stacksize=random.choice([1, 5, 100]))
set_result(repr(types.FunctionType(made, {'__builtins__': __builtins__})({}, 'x', 5)))
`
    const ends = new Map<string, number>()
    for (let seed = 0; seed < 60; seed += 1) {
      const { end } = await runToEnd(thread, loaded, program(seed), { fuel: 50_000_000 })
      expect(thread.foundAtStart(), `after seed ${seed - 1}`).toEqual([])
      const kind = end.kind === 'failed' ? end.code : end.kind
      ends.set(kind, (ends.get(kind) ?? 0) + 1)
    }
    expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(ends.get('SKILL_CRASHED')).toBeGreaterThan(20)
    expect(whole(await runToEnd(thread, loaded, probe))).toEqual(fresh)
  })
})
