import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { need } from '../../../scripts/testing/needs.ts'
import { withFiles } from './load-interpreter.ts'
import { pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'

const cwd = fileURLToPath(new URL('testing', import.meta.url))
const version = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))'])
const needsPython = need(version.status === 0, 'Python 3.11 or newer', 'install python3')

const python = (...args: string[]) => spawnSync('python3', ['-B', ...args], { cwd, encoding: 'utf8' })

test('httpx, requests and urllib answer as the real libraries do, and docs/python.md says so', needsPython, () => {
  const { status, stdout, stderr } = python('compare_http.py')
  expect(stdout + stderr).toMatch(/^\d\d\d cases are as expected\n$/)
  expect(status).toBe(0)
})

test('the HTTP libraries keep the host’s limits and refuse what it cannot do', needsPython, () => {
  const { status, stderr } = python('-W', 'ignore', '-m', 'unittest', 'test_http_guest')
  expect(stderr).toMatch(/^Ran \d\d tests/m)
  expect(status, stderr).toBe(0)
})

/** The value of each case, and how it differs from the real library. Empty: it does not. */
const Values = z.record(z.string(), z.tuple([z.unknown(), z.string()]))
const Ended = z.object({
  json: z
    .string()
    .transform((text) => JSON.parse(text).results[0].result)
    .pipe(Values),
})
const Recorded = z.tuple([z.string(), z.unknown()])

describe('Python', () => {
  test('httpx, requests and urllib answer in the interpreter as the real libraries do', async () => {
    const moduleOf = async (name: string) =>
      [`data/packages/${name}.py`, await readFile(join(cwd, `${name}.py`))] as const
    const [, ...recorded] = (await readFile(join(cwd, 'http_reference.jsonl'), 'utf8')).trimEnd().split('\n')
    const [fakePath, fakeHost] = await moduleOf('travel_host')
    const files = new Map([
      await moduleOf('http_cases'),
      [fakePath.replace('travel_host', 'fake_host'), fakeHost] as const,
    ])
    const interpreter = withFiles(await testInterpreter(), files)
    const script = `
import fake_host, http_cases, travel_host
fake_host.Rejected = travel_host.Rejected
travel_host.fetch, travel_host.fetch_async = fake_host.fetch, fake_host.fetch_async
values = http_cases.run_all(fake_host.BASE, fake_host.OTHER)
differ = {f'{library}: {title}': differs for library, title, _, differs in http_cases.CASES}
set_result({key: [value, differ[key] or ''] for key, value in values.items()})`
    const { end } = await runToEnd(pythonInThread(interpreter), interpreter, script, { fuel: 1e10, outputBytes: 1e6 })
    const values = Ended.parse(end).json
    const real = new Map(recorded.map((line) => Recorded.parse(JSON.parse(line))))
    expect(Object.keys(values).sort()).toEqual([...real.keys()].sort())
    for (const [key, expected] of real) {
      const [value, differs] = values[key] ?? []
      if (differs === '') expect(value, key).toEqual(expected)
      else expect(value, key).not.toEqual(expected)
    }
  })
})
