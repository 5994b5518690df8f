import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { logIsFull } from '#runner/contract/operations/log-limits.ts'
import type { OpenPython } from './testing/embedded-python.ts'
import { pythonPlaces } from './testing/python-runtimes.ts'
import { noHeaders, openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

type Row = readonly [what: string, script: string, error: RegExp, line?: number | undefined, code?: string]

const failing: readonly Row[] = [
  ['a wrong name', 'a = 1\n\nfoo + 1', /^NameError: name 'foo' is not defined$/, 3],
  [
    'an error in a function of the library',
    'import json\n\ndef f():\n    return json.loads("{")\n\nf()',
    /Expecting/,
    4,
  ],
  ['an error in a generator', 'def f():\n    yield 1\n    raise ValueError("x")\nlist(f())', /^ValueError: x$/, 3],
  [
    'an error with a cause',
    'try:\n    1/0\nexcept Exception as e:\n    raise ValueError("b") from e',
    /^ValueError: b$/,
    4,
  ],
  [
    'an error with notes',
    'e = ValueError("x")\ne.add_note("see the manual")\nraise e',
    /^ValueError: x\nsee the manual$/,
    3,
  ],
  ['an error whose text names another line', 'raise ValueError("as in script.py:77")', /script\.py:77$/, 1],
  ['an error with a long text', '\n\nraise ValueError("x" * 100_000)', /^ValueError: x{2000}/, 3],
  [
    'an error whose text fails',
    'class E(Exception):\n    def __str__(self): return 1/0\nraise E()',
    /^E: <exception/,
    3,
  ],
  [
    'an error after the end of its stderr',
    'import sys\nsys.stderr.close()\nsys.stderr = None\n1/0',
    /^ZeroDivision/,
    4,
  ],
  [
    'a group of errors',
    'raise ExceptionGroup("both", [ValueError("a"), TypeError("b")])',
    /both \(2 sub-exceptions\)$/,
    1,
  ],
  ['an error in a task', 'import asyncio\nasync def f():\n    1/0\nasyncio.run(f())', /^ZeroDivisionError/, 3],
  ['a failed assertion', 'assert 1 == 2, "no"', /^AssertionError: no$/, 1],
  ['wrong syntax', 'x = 1\ndef f(:\n    pass', /^SyntaxError: invalid syntax$/, 2],
  ['wrong indentation', 'x = 1\n  y = 2', /^IndentationError: unexpected indent$/, 2],
  ['an exit code', 'import sys\nsys.exit(3)', /^SystemExit: 3$/, 2],
  ['an exit message', 'import sys\nsys.exit("no data")', /^SystemExit: no data$/, 2],
  ['an interrupt', '\nraise KeyboardInterrupt', /^KeyboardInterrupt$/, 2],
  ['endless recursion', 'def f():\n    f()\nf()', /^RecursionError: maximum recursion depth exceeded/, 2],
  ['a result that JSON lacks', '\nset_result({1, 2})', /^TypeError: Object of type set is not JSON serializable$/, 2],
  ['a circular result', 'a = []\na.append(a)\nset_result(a)', /^ValueError: Circular reference detected$/, 3],
  ['a result that is no number', 'set_result(float("nan"))', /^ValueError: Out of range float values/, 1],
  ['an unknown module', 'import nothing_like_it', /^ModuleNotFoundError: No module named 'nothing_like_it'/, 1],
  ['an empty prompt', '\nllm.complete("")', /^TypeError: .*prompt: is empty/, 2],
  ['too much memory', 'a = bytearray(1_000_000_000)', /32 MB: .* limit memory_mb/, undefined, 'OUT_OF_MEMORY'],
  ['too large a result', 'set_result("x" * 2_000_000)', /1024 KB as JSON: return less/, undefined, 'OUTPUT_TOO_LARGE'],
  [
    'a request to another host',
    'import httpx\nhttpx.get("https://other.example/")',
    /other\.example.*POST \/profiles\/\{id\}\/proposals asks for another/,
    undefined,
    'EGRESS_BLOCKED',
  ],
]

/**
 * One Python module tells in every place how a script ended. One place tries all errors that this module alone decides,
 * the others one of them.
 */
const toldAlike: readonly string[] = [
  ...['an error in a function of the library', 'an error in a generator', 'an error with a cause'],
  ...['an error with notes', 'an error whose text names another line', 'an error with a long text'],
  ...['an error whose text fails', 'a group of errors', 'an error in a task', 'a failed assertion'],
  ...['wrong indentation', 'an exit message', 'a circular result', 'a result that is no number'],
]

const exits: readonly string[] = [
  'import sys\nsys.exit()',
  'import sys\nsys.exit(0)',
  'exit()',
  'quit(0)',
  'raise SystemExit',
]

for (const place of pythonPlaces) {
  describe(`a Python script ${place.name}`, place.needs, () => {
    let python: OpenPython
    let world: ScriptWorld
    let token = ''
    beforeAll(async () => {
      python = await place.open()
      world = await openScriptWorld({ runtime: python.runtime })
      token = (
        await world.profile({
          hosts: ['api.example.com'],
          scripts: place.scripts,
          limits: { memory_mb: 32, timeout_s: 600 },
        })
      ).token
    })
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]()
      await python?.[Symbol.asyncDispose]()
    })
    const start = (script: string) => world.execute(token, script, { language: 'python' })
    const run = async (script: string) => world.settled(await start(script))

    const isContainer = place.scripts.python_runtime === 'container'
    const tried = failing.filter(([what]) => place.isEverywhere || !toldAlike.includes(what))
    test.for(tried)('with %s fails with its error, at the line of the script', async (row) => {
      const [, script, error, line, code = 'SKILL_CRASHED'] = row
      const view = await run(script)
      expect(view).toMatchObject({ status: 'error', error_code: code, error: expect.stringMatching(error) })
      expect(Object(view).error_line).toBe(line)
    })

    test('fails with a traceback that marks the lines of the script, and shows no path of the platform', async () => {
      const long = await run('import json\n\ndef f(text):\n    return json.loads(text)\n\nf("{")')
      // Versions of Python differ in the lines of their library, and in what they mark.
      const lines = String(Object(long).stderr).replaceAll(/^ *[~^]+\n/gm, '')
      expect(lines.replaceAll(/(json\/\w+\.py", line )\d+/g, '$1N')).toBe(`Traceback (most recent call last):
  File "script.py", line 6, in <module>
    f("{")
  File "script.py", line 4, in f
    return json.loads(text)
  File "json/__init__.py", line N, in loads
  File "json/decoder.py", line N, in decode
  File "json/decoder.py", line N, in raw_decode
json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
`)
      expect(await run('x = 1\nx + foo')).toMatchObject({
        stderr: expect.stringContaining('    x + foo\n        ^^^\n'),
      })
      // In a container, httpx is the package with this name, whose frames are shown.
      const others = isContainer ? [] : ['a = 1\nfoo', 'set_result(print)', 'import httpx\nhttpx.get("x")']
      for (const script of ['settings.get("")', ...others]) {
        const { stderr = '' } = Object(await run(script))
        expect(stderr).toMatch(/^Traceback .*\n {2}File "script\.py", line [12], in <module>\n/)
        expect(stderr).not.toMatch(/travel|File "\/|site-packages|wasi/)
      }
    })

    test.each(place.isEverywhere ? exits : exits.slice(0, 1))(
      'that exits without a code completes: %j',
      async (exit) => {
        expect(await run(`set_result(1)\n${exit}\nset_result(2)`)).toMatchObject({ status: 'completed', result: 1 })
      },
    )

    if (isContainer)
      test('fails if its second run makes a different request', async () => {
        // The second run reads a different uptime.
        const text = `with open('/proc/uptime') as file:
    llm.complete('uptime ' + file.read())
set_result(1)`
        const id = await start(text)
        expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
        got(await world.scripts.respond({ executionToken: id, headers: noHeaders }, { response: 'this' }))
        expect(await world.settled(id)).toMatchObject({ status: 'error', error_code: 'REPLAY_DIVERGED' })
      })

    test('that catches an endless recursion continues', async () => {
      const script = 'def f():\n    f()\ntry:\n    f()\nexcept RecursionError:\n    set_result("caught")'
      expect(await run(script)).toMatchObject({ status: 'completed', result: 'caught' })
    })

    test('prints to stdout and stderr, also text that UTF-8 lacks and a line without its end', async () => {
      const view = await run(`import logging, sys
print('a', end='')
print('b\\n\\n  c', flush=True)
sys.stdout.buffer.write('ü\\n'.encode())
print('to stderr', file=sys.stderr)
logging.warning('logged')
print('\\ud800 x')
print('last', end='')`)
      expect(view).toMatchObject({ stdout: 'ab\n\n  c\nü\n? x\nlast\n', stderr: 'to stderr\nWARNING:root:logged\n' })
    })

    test('that prints too much keeps the beginning, with a notice, and completes', async () => {
      const view = await run('for n in range(3_000):\n    print("line", n)\nset_result(n)')
      expect(view).toMatchObject({ status: 'completed', result: 2999 })
      const { stdout, stderr } = Object(view)
      expect(stdout).toMatch(/^line 0\nline 1\n/)
      expect(stdout.split('\n').length).toBeGreaterThan(800)
      expect(stdout.split('\n').length).toBeLessThanOrEqual(1001)
      const long = await run('for n in range(900):\n    print("x" * 100)')
      expect(String(Object(long).stdout).length).toBeGreaterThan(55_000)
      expect(String(Object(long).stdout).length).toBeLessThanOrEqual(64 * 1024)
      expect(stderr).toBe(`${logIsFull}\n`)
    })

    test('that computes without end is ended by its agent, and the next script runs', async () => {
      const id = await start('llm.complete("Go on?")\nwhile True: pass')
      expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
      const call = { executionToken: id, headers: noHeaders }
      got(await world.scripts.respond(call, { response: 'yes' }))
      await expect.poll(() => python.held()).toHaveLength(1)
      expect(await world.scripts.cancel(call)).toMatchObject({ ok: true })
      expect(await world.settled(id)).toMatchObject({ status: 'error', error_code: 'CANCELLED' })
      expect(await run('set_result(1)')).toMatchObject({ status: 'completed', result: 1 })
      await expect.poll(() => python.held()).toEqual([])
    })

    // In the process of the app: ends.integration.test.ts.
    if (isContainer)
      test('that computes for longer than its timeout is ended, and its agent gets the remedy', async () => {
        const id = await world.execute(token, 'while True: pass', { language: 'python', timeout: 1 })
        expect(await world.settled(id)).toMatchObject({
          status: 'timeout',
          error: expect.stringContaining('send a longer timeout'),
        })
      })
  })
}
