import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { HostOp } from '../../contract/journal.ts'
import { ScriptGrant } from '../../contract/script.ts'
import type { Json } from '../../contract/skill-io.ts'
import { loadScript } from '../../script/script.ts'
import {
  executionOf,
  fakeHost,
  type RecordedCall,
  type TestExecution,
  testLimits,
} from '../testing/conformance/harness.ts'
import { createSkillImages } from './create-skill-images.ts'
import { engineAddress, needsEngine, patient } from './testing/engine.ts'
import { type Programs, startPrograms } from './testing/programs.ts'

const grant = ScriptGrant.parse({ language: 'python', permissions: { llm: true } })
const limits = patient({ ...testLimits, memoryMb: 64 })

describe.each(['socket', 'bridge'] as const)(
  'a Python script in a container, egress by %s (needs a Docker engine)',
  needsEngine,
  (egress) => {
    let programs: Programs
    beforeAll(async () => {
      programs = await startPrograms({
        egress: [egress],
        loadImages: (signal) =>
          createSkillImages({ projectDir: process.cwd(), operatorBase: undefined, engine: engineAddress, signal }),
      })
      expect(await programs.runtime.status()).toEqual({ kind: 'on', egress })
    })
    afterAll(() => programs?.[Symbol.asyncDispose]())

    /** A test of something that the mode of egress cannot influence. */
    const once = (title: string, run: () => Promise<void>) => {
      if (egress === 'socket') test(title, run)
    }

    async function run(lines: string | readonly string[], options: TestExecution = {}) {
      const loaded = loadScript({ text: typeof lines === 'string' ? lines : lines.join('\n'), grant })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.details))
      const calls: RecordedCall[] = []
      const outcome = await programs.runtime.run(executionOf(loaded.skill, { limits, ...options, calls }))
      const printed = (...levels: string[]) =>
        calls.flatMap(({ op, args }) => {
          const { level, text } = Object(args)
          return op === 'console.log' && levels.includes(level) ? [String(text)] : []
        })
      return { outcome, calls, stdout: printed('info').join('\n'), stderr: printed('warn', 'error').join('\n') }
    }
    const resultOf = ({ outcome }: Awaited<ReturnType<typeof run>>): unknown => {
      if (outcome.kind !== 'returned') throw new Error(JSON.stringify(outcome))
      return Object(outcome.value).results[0]?.result
    }
    const detailOf = ({ outcome }: Awaited<ReturnType<typeof run>>): string =>
      outcome.kind === 'failed' ? `${outcome.code}: ${outcome.detail}` : JSON.stringify(outcome)

    test('reads settings, uses httpx and urllib, prints, and returns the last value passed to set_result', async () => {
      const ran = await run([
        'import httpx, json, urllib.request',
        'print("keys", settings.keys())',
        'headers = {"authorization": settings.get("API_KEY")}',
        'first = httpx.get("https://api.example.com/one", headers=headers, params={"q": "ü"})',
        'with urllib.request.urlopen("https://api.example.com/two") as second:',
        '    two = json.load(second)',
        'with httpx.Client() as client:',
        '    third = client.post("https://api.example.com/three", json={"a": 1})',
        'set_result("not this one")',
        'set_result({"one": first.json()["asked"]["url"], "two": two["asked"]["url"], "three": third.status_code})',
      ])
      expect(resultOf(ran)).toEqual({
        one: 'https://api.example.com/one?q=%C3%BC',
        two: 'https://api.example.com/two',
        three: 200,
      })
      expect(ran.stdout).toBe("keys ['API_KEY', 'OTHER']")
      expect(ran.calls.map(({ op }) => op)).toEqual([
        ...['settings.keys', 'console.log', 'settings.get', 'fetch', 'fetch', 'fetch'],
      ])
      expect(JSON.stringify(ran.calls[3]?.args)).toContain('["authorization","value of API_KEY"]')
    })

    once('catches a failed connection as an exception of its library', async () => {
      const ran = await run([
        'import httpx, urllib.error, urllib.request',
        'seen = []',
        'try:',
        '    httpx.get("https://api.example.com/down")',
        'except httpx.ConnectError as error:',
        '    seen.append(str(error))',
        'try:',
        '    urllib.request.urlopen("https://api.example.com/down")',
        'except urllib.error.HTTPError as error:',
        '    seen.append(error.code)',
        'set_result(seen)',
      ])
      expect(resultOf(ran)).toEqual([expect.stringContaining('no connection'), 502])
    })

    once('sends the requests of coroutines one after another, in the order in which they started', async () => {
      let [open, most] = [0, 0]
      const answer = async (op: HostOp, args: Json): Promise<HostAnswer> => {
        open += 1
        most = Math.max(most, open)
        // Long enough for another request to arrive.
        for (let turns = 0; turns < 100; turns += 1) await turn()
        open -= 1
        return fakeHost(op, args)
      }
      const text = [
        'import asyncio, httpx',
        'async def main():',
        '    async with httpx.AsyncClient() as client:',
        '        asked = [client.post(f"https://api.example.com/{n}", json={"n": n}) for n in range(8)]',
        '        return [answer.json()["asked"]["url"][-1] for answer in await asyncio.gather(*asked)]',
        'set_result(asyncio.run(main()))',
      ]
      const ran = await run(text, { answer })
      expect(most).toBe(1)
      expect(resultOf(ran)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
      const asked = ran.calls.filter(({ op }) => op === 'fetch').map(({ args }) => Object(args).url.slice(-1))
      expect(asked).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    })

    once('has no functions for files, programs, memories or messages', async () => {
      const names = ['files', 'memory', 'messages', 'gateway', 'call', 'secrets', 'fetch']
      const ran = await run([
        `set_result([[name for name in ${JSON.stringify(names)} if name in globals()], exec.__module__, dir(llm)[-2:]])`,
      ])
      expect(resultOf(ran)).toEqual([[], 'builtins', ['complete', 'predict']])
    })

    once('has a fixed clock, a fixed order of sets, and random numbers that depend only on its seed', async () => {
      const text = [
        'import asyncio, datetime, random, secrets, time, uuid, zoneinfo',
        'began = time.time()',
        'time.sleep(0.2)',
        'asyncio.run(asyncio.sleep(0.01))',
        'print(datetime.datetime.now(datetime.timezone.utc), datetime.date.today(), time.monotonic(), time.time() - began)',
        'print(time.strftime("%Y-%m-%d %H:%M:%S"), time.ctime(), time.perf_counter(), time.gmtime()[:6])',
        'numbers = [random.random(), random.Random().random(), secrets.token_hex(8), str(uuid.uuid4()), str(uuid.uuid1())]',
        'set_result([numbers, list({"a", "b", "c", "d", "e", "f"}), str(hash("text"))])',
      ]
      const [one, same, other] = await Promise.all([run(text), run(text), run(text, { seed: '08'.repeat(16) })])
      expect(one.stdout).toBe(
        [
          '2026-03-15 11:30:00.200000+00:00 2026-03-15 0.2 0.20000004768371582',
          '2026-03-15 11:30:00 Sun Mar 15 11:30:00 2026 0.2 (2026, 3, 15, 11, 30, 0)',
        ].join('\n'),
      )
      expect(same.calls).toEqual(one.calls)
      expect(resultOf(same)).toEqual(resultOf(one))
      expect(resultOf(other)).not.toEqual(resultOf(one))
    })

    once('logs all of stdout and stderr separately, including text that is written without print', async () => {
      const ran = await run([
        'import logging, os, sys',
        'print("a", end="")',
        'print("b\\n\\n  c", flush=True)',
        'sys.stdout.buffer.write("ü\\n".encode())',
        'print("to stderr", file=sys.stderr)',
        'logging.warning("logged")',
        'print("\\ud800 x" * 1000)',
        'print("without newline", end="")',
      ])
      expect(ran.outcome.kind).toBe('returned')
      expect(ran.stdout).toBe(`ab\n\n  c\nü\n${'? x'.repeat(1000)}\nwithout newline`)
      expect(ran.stderr).toBe('to stderr\nWARNING:root:logged')
    })

    once('reports an error with the line of the script that caused it', async () => {
      const cases: ReadonlyArray<readonly [string, string, number]> = [
        ['a = 1\nprint("before")\nfoo + 1', "NameError: name 'foo' is not defined", 3],
        ['x = 1\ndef f(:\n  pass', 'SyntaxError: invalid syntax', 2],
        ['set_result({1, 2})', 'TypeError: Object of type set is not JSON serializable', 1],
        ['raise SystemExit("no data")', 'SystemExit: no data', 1],
      ]
      for (const [text, error, line] of cases) {
        const ran = await run(text)
        const detail = detailOf(ran)
        expect(detail).toContain(`SKILL_CRASHED: ${error}`)
        expect(detail.split('\n    at ')[1], text).toBe(`script.py:${line}`)
        expect(ran.stderr).not.toContain('/usr/local/lib/python3/travel')
        expect(ran.stderr).toContain(`File "script.py", line ${line}`)
      }
      expect(resultOf(await run('import sys\nset_result(1)\nsys.exit()'))).toBe(1)
    })

    once('waits for the threads that it started', async () => {
      const ran = await run([
        'import threading, time',
        'def later():',
        '    time.sleep(0.2)',
        '    set_result("from a thread")',
        'threading.Thread(target=later).start()',
      ])
      expect(resultOf(ran)).toBe('from a thread')
    })

    once(
      'sees nothing of other executions, the host or the platform, and reports the version of Python that ran it',
      async () => {
        const ran = await run([
          'import os, platform, sys',
          'names = sorted(name for name in os.environ if name not in ("PATH", "HOSTNAME"))',
          'set_result([names, f"Python {platform.python_version()}", os.getuid() > 20_000, sys.argv, sys.stdin.read(), __name__])',
        ])
        const [names, interpreter, isOwnUser, ...rest] = Object(resultOf(ran))
        expect(ran.outcome).toMatchObject({ interpreter })
        expect(names).toEqual([
          ...['API_KEY', 'CURL_CA_BUNDLE', 'HOME', 'LANG', 'NODE_EXTRA_CA_CERTS', 'PYTHONDONTWRITEBYTECODE'],
          ...[
            'PYTHONHASHSEED',
            'PYTHONPATH',
            'PYTHONUNBUFFERED',
            'REQUESTS_CA_BUNDLE',
            'SSL_CERT_FILE',
            'TMPDIR',
            'TZ',
          ],
        ])
        expect(isOwnUser).toBe(true)
        expect(rest).toEqual([['script.py'], '', '__main__'])
      },
    )
  },
)
