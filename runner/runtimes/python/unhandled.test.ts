import { beforeAll, describe, expect, test } from 'vitest'
import { type PythonThread, pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'

describe('Python', () => {
  let loaded: Awaited<ReturnType<typeof testInterpreter>>
  let thread: PythonThread
  beforeAll(async () => {
    loaded = await testInterpreter()
    thread = pythonInThread(loaded)
  })

  const crashed = (start: string, line: number) => ({
    kind: 'failed',
    code: 'SKILL_CRASHED',
    detail: expect.stringMatching(
      new RegExp(`^${start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\\s\\S]*script\\.py:${line}\\b`),
    ),
  })
  const result = (value: unknown) => ({ kind: 'returned', json: JSON.stringify({ results: [{ result: value }] }) })
  const run = (code: string) => runToEnd(thread, loaded, code)

  describe('a failure that the script did not look at ends it with an error and its line', () => {
    test.each([
      [
        'a coroutine that nothing awaits',
        'async def main():\n    set_result(1)\nmain()',
        "RuntimeError: the coroutine 'main' was never awaited",
        3,
      ],
      [
        'a coroutine that the script keeps',
        'async def main():\n    pass\nkept = main()\nset_result(1)',
        "RuntimeError: the coroutine 'main' was never awaited",
        3,
      ],
      [
        'a coroutine of a library',
        'import asyncio\nasync def main():\n    asyncio.sleep(1)\nasyncio.run(main())',
        "RuntimeError: the coroutine 'sleep' was never awaited",
        3,
      ],
      [
        'a task that failed',
        'import asyncio\nasync def f():\n    1 / 0\nasync def main():\n    asyncio.create_task(f())\n    await asyncio.sleep(1)\nasyncio.run(main())\nset_result(1)',
        'ZeroDivisionError: division by zero',
        3,
      ],
    ])('%s', async (_, code, start, line) => {
      const { end, left } = await run(code)
      expect(end).toMatchObject(crashed(start, line))
      expect(left).toEqual([])
    })

    test('but the error that ended the script comes first', async () => {
      const { end } = await run('async def main():\n    pass\nmain()\nfoo')
      expect(end).toMatchObject(crashed('NameError', 4))
    })

    test('but not a coroutine that the script closes or awaits', async () => {
      const code = `import asyncio
async def f():
    return 1
f().close()
async def main():
    one, two = await asyncio.gather(f(), f())
    return one + two
set_result(asyncio.run(main()))`
      expect((await run(code)).end).toEqual(result(2))
    })
  })

  test('a withheld permission that the script does not catch is reported as such', async () => {
    const started = thread.start('llm.predict("x")')
    const asked = await started.report
    if (asked.type === 'ended') throw new Error('It did not ask')
    const [call] = asked.calls
    const json = JSON.stringify(['CapabilityRevoked', 'The permission llm was withheld'])
    const report = await thread.answer(started.execution, call?.call ?? 0, { fulfilled: false, json })
    expect(report).toMatchObject({
      end: {
        kind: 'raised',
        code: 'CAPABILITY_REVOKED',
        detail: expect.stringMatching(/^CapabilityRevoked: The perm/),
      },
    })
  })

  test.each([
    ['a future', 'import asyncio\nasync def main():\n    await asyncio.Future()\nasyncio.run(main())'],
    ['an event', 'import asyncio\nasync def main():\n    await asyncio.Event().wait()\nasyncio.run(main())'],
    ['a queue', 'import asyncio\nasync def main():\n    await asyncio.Queue().get()\nasyncio.run(main())'],
    ['an event of threads', 'import threading\nthreading.Event().wait()'],
    ['a lock', 'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()'],
    ['a queue of threads', 'import queue\nqueue.Queue().get()'],
  ])('a script that waits for nothing (%s) ends with the words of Python', async (_, code) => {
    const { end } = await runToEnd(thread, loaded, code, { fuel: 2e9 })
    expect(JSON.stringify(end)).not.toMatch(/promise|settle/)
    expect(end).toMatchObject({ kind: 'failed' })
  })

  test('tasks that asyncio.run cancels are named in a message beside the result', async () => {
    const code = `import asyncio
async def slow():
    await asyncio.sleep(9)
async def main():
    task = asyncio.create_task(slow())
    set_result(1)
asyncio.run(main())`
    const { end } = await run(code)
    const message = expect.stringContaining("await 'slow' (script.py:5)")
    expect(end.kind === 'returned' && JSON.parse(end.json)).toEqual({ results: [{ result: 1 }], message })
  })

  test('leaves nothing of an execution to the next one', async () => {
    await run('async def main():\n    pass\nmain()')
    expect((await run('set_result(2)')).end).toEqual(result(2))
  })

  test('a script that is stopped tells what it printed in its last turn, and its fuel', async () => {
    const { execution } = thread.start('print("begins")\nwhile True: pass', { fuel: 10_000_000_000_000 })
    thread.looks.before = () => thread.stop(execution)
    await thread.drop(execution)
    thread.looks.before = () => {}
    const stopped = thread.posted.find((each) => each.type === 'stopped')
    expect(stopped).toMatchObject({
      execution,
      calls: [{ op: 'console.log', args: '{"level":"info","text":"begins"}' }],
    })
    expect(stopped?.type === 'stopped' && stopped.fuelLeft).toBeLessThan(10_000_000_000_000)
  })
})
