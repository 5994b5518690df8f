import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScriptGrant } from '../contract/script.ts'
import { createQuickJsRuntime } from '../runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import {
  executionOf,
  fieldOf,
  type RecordedCall,
  type TestExecution,
  testLimits,
} from '../runtimes/testing/conformance/harness.ts'
import { loadScript } from './script.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1, scriptWorkers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function run(text: string, more: TestExecution = {}) {
  const loaded = loadScript({ text, grant: ScriptGrant.parse({ language: 'javascript', permissions: {} }) })
  if (!loaded.ok) throw new Error('Expected a valid script')
  return runtime.run(executionOf(loaded.skill, more))
}

const crash = (detail: string, line?: number) => ({
  kind: 'failed',
  code: 'SKILL_CRASHED',
  detail: expect.stringMatching(
    new RegExp(
      `^${detail.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\\s\\S]*${line === undefined ? '' : `skill\\.js:${line}\\b`}`,
    ),
  ),
})
const result = (value: unknown) => ({ kind: 'returned', value: { results: [{ result: value }] } })

describe('a failure that nothing awaits ends the script with an error and its line', () => {
  test.each([
    ['a rejected promise', '\nPromise.reject(new Error("lost"))', crash('Error: lost', 2)],
    ['a thrown value', 'Promise.reject({ a: 1 })', crash('Uncaught {"a":1}')],
    [
      'an async function',
      'async function main() {\n  foo()\n}\nmain()',
      crash('ReferenceError: foo is not defined', 2),
    ],
    [
      'a failed request',
      'async function main() {\n  await fetch("https://api.example.com/down")\n}\nmain()\nset_result(1)',
      crash('NetworkError: no connection', 2),
    ],
    ['a rejection in then', 'fetch("https://api.example.com/").then(() => {\n  foo()\n})', crash('ReferenceError', 2)],
    ['a missing module', 'import("fs")', crash("ReferenceError: could not load module 'fs'")],
    [
      'a function that needs locales',
      "const at = new Date(0)\nset_result(at.toLocaleDateString('en-CA'))",
      crash('ReferenceError: Intl is not defined, and toLocaleDateString needs it', 2),
    ],
    ['a timer', 'setTimeout(() => {\n  foo()\n}, 10)', crash('ReferenceError: foo is not defined', 2)],
  ])('%s', async (_, text, outcome) => {
    expect(await run(text)).toMatchObject(outcome)
  })

  test('but not a rejection that gets its handler in the same turn', async () => {
    expect(await run('const late = Promise.reject(1)\nawait 0\nlate.catch(() => {})\nset_result(2)')).toMatchObject(
      result(2),
    )
    const many = 'await Promise.allSettled(Array.from({ length: 3000 }, () => Promise.reject(1)))\nset_result(3)'
    expect(await run(many)).toMatchObject(result(3))
  })
})

describe('a script ends when nothing is pending', () => {
  test.each([
    [
      'a request that nothing awaits',
      'fetch("https://api.example.com/").then(({ status }) => set_result(status))',
      200,
    ],
    [
      'an async main',
      'async function main() { set_result((await fetch("https://api.example.com/")).status) }\nmain()',
      200,
    ],
    [
      'a chain of requests',
      'const go = async (n) => n === 0 ? set_result("last") : (await kv.get("a"), go(n - 1))\ngo(3)',
      'last',
    ],
    ['a timer', 'setTimeout(() => set_result("late"), 60_000)', 'late'],
  ])('%s', async (_, text, value) => {
    expect(await run(text)).toMatchObject(result(value))
  })

  test('a question to the model that nothing awaits suspends it', async () => {
    expect(await run('llm.complete("Which?").then(set_result)')).toMatchObject({ kind: 'suspended' })
  })

  test('a promise that never settles is an error', async () => {
    expect(await run('await new Promise(() => {})')).toMatchObject(crash('it waits for a promise that never settles'))
  })

  test('a script that sets no result returns none', async () => {
    expect(await run('1 + 1')).toMatchObject({ kind: 'returned', value: { results: [] } })
  })
})

describe('timers', () => {
  test('run in the order in which they are due, move the clock, and take no time', async () => {
    const text = `const start = Date.now()
const seen = []
const note = (name) => seen.push([name, Date.now() - start])
setTimeout(note, 3_600_000, 'hour')
setTimeout(note, 20, 'second')
setTimeout(note, 20, 'third')
setTimeout(note, 10, 'first')
clearTimeout(setTimeout(note, 15, 'cleared'))
const every = setInterval(() => { note('tick'); if (seen.length > 5) clearInterval(every) }, 12)
await new Promise((resolve) => setTimeout(resolve, 7_200_000))
set_result(seen)`
    const rows = [
      ['first', 10],
      ['tick', 12],
      ['second', 20],
      ['third', 20],
      ['tick', 24],
      ['tick', 36],
      ['hour', 3_600_000],
    ]
    expect(await run(text)).toMatchObject(result(rows))
  })

  test('wait for answers that are under way', async () => {
    const text = `const first = await Promise.race([
  fetch('https://api.example.com/').then(() => 'answer'),
  new Promise((resolve) => setTimeout(resolve, 1, 'timer')),
])
set_result(first)`
    expect(await run(text)).toMatchObject(result('answer'))
  })

  test('take functions only', async () => {
    expect(await run('setTimeout("1")')).toMatchObject(crash('TypeError: setTimeout takes a function', 1))
  })
})

describe('a script that is stopped', () => {
  const endless = { ...testLimits, fuel: 10_000_000 }
  const linesOf = (calls: readonly RecordedCall[]) =>
    calls.flatMap(({ op, args }) => (op === 'console.log' ? [fieldOf(args, 'text')] : []))

  test.each([
    ['in its first turn', 1, 'print("begins")\nfor (;;);', ['begins']],
    ['after an answer', 2, 'print("asks")\nawait kv.get("a")\nprint("goes on")\nfor (;;);', ['asks', 'goes on']],
    ['with long lines', 1, `print("x".repeat(20_000))\nprint("y".repeat(20_000))\nprint("last")\nfor (;;);`, undefined],
  ])('%s keeps what it printed, and tells its fuel', async (_, turn, text, lines) => {
    const stopping = new AbortController()
    let turns = 0
    const timeLimit = {
      pause: () => {},
      resume: () => {
        turns += 1
        if (turns === turn) stopping.abort(new DOMException('late', 'TimeoutError'))
      },
    }
    const calls: RecordedCall[] = []
    const outcome = await run(text, { signal: stopping.signal, timeLimit, calls, limits: endless })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
    expect(outcome.fuelUsed).toBeGreaterThan(100_000)
    if (lines === undefined) expect(linesOf(calls).at(-1)).toBe('last')
    else expect(linesOf(calls)).toEqual(lines)
  })

  test('by its fuel keeps what it printed', async () => {
    const calls: RecordedCall[] = []
    const text = 'for (let n = 0; n < 5; n += 1) print("x".repeat(8000))\nprint("last")\nfor (;;);'
    const outcome = await run(text, { calls })
    expect(outcome).toMatchObject({ kind: 'failed', code: 'OUT_OF_FUEL', fuelUsed: 1_000_000_000 })
    expect(linesOf(calls)).toHaveLength(6)
    expect(linesOf(calls).at(-1)).toBe('last')
  })
})
