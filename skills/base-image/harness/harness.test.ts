import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { container } from '#runner/contract/runtimes.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import { bundleCodeOf } from '#runner/core/testing/bundle-code.ts'
import { containerTraits, inHarness } from '#runner/runtimes/container/testing/traits.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { executionOf, skillOf } from '#runner/runtimes/testing/conformance/harness.ts'
import { hostileCases } from '#runner/runtimes/testing/conformance/hostile.ts'
import { hostileSkills } from '#runner/runtimes/testing/conformance/hostile-skills.ts'
import { createSuite } from '#runner/runtimes/testing/conformance/suite.ts'
import type { CallAnswer } from './call-host.ts'
import { type BuiltHarness, buildHarness, type HarnessCall } from './testing/built-harness.ts'
import { startHarness } from './testing/harness-runtime.ts'

let harness: BuiltHarness
let runtime: Runtime
let quickjs: Runtime
beforeAll(async () => {
  harness = await buildHarness()
  runtime = await startHarness()
  quickjs = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await runtime[Symbol.asyncDispose]()
  await quickjs[Symbol.asyncDispose]()
})

const start = '---SKILL_OUTPUT_START---'
const end = '---SKILL_OUTPUT_END---'
const codeOf = (expression: string, top?: string) => bundleCodeOf(skillOf(expression, top))
const outcomeOf = async (expression: string, call?: HarnessCall, top?: string): Promise<unknown> => {
  const { stdout, stderr, exitCode } = await harness.run(codeOf(expression, top), call)
  const [first, json = '', last, ...rest] = stdout.split('\n')
  expect({ first, last, rest, stderr, exitCode }).toEqual({
    first: start,
    last: end,
    rest: [''],
    stderr: '',
    exitCode: 0,
  })
  const { peak, ...outcome } = JSON.parse(json)
  expect(peak).toMatch(/^\d{15}$/)
  expect(Number(peak)).toBeGreaterThan(1024 * 1024)
  return outcome
}
const value = (of: Json): CallAnswer => ({ kind: 'value', value: of })
type Asked = { op: string; args: Json }
/** Runs with a host that answers by `answer`, and also returns the host's requests. */
const withHost = async (
  expression: string,
  answer: (asked: Asked) => CallAnswer | Promise<CallAnswer>,
  call?: HarnessCall,
) => {
  const calls: Asked[] = []
  const outcome = await harness.runWith(
    codeOf(expression),
    async (op, args) => {
      const asked = { op, args: JSON.parse(args) }
      calls.push(asked)
      return answer(asked)
    },
    call,
  )
  return { outcome, calls }
}

describe('a skill in the harness', () => {
  test('gives the embedded runtime’s results', async () => {
    const expressions = [
      'Array.from({ length: 5 }, () => Math.random())',
      '[Date.now(), new Date().toISOString(), String(new Date()), Date(), new Date(2026, 0, 31).getTime(), new Date(0) < new Date()]',
      "[new Date('2026-01-30T10:00:00+09:00').toJSON(), new Date().getTimezoneOffset(), Date.UTC(2026, 1), Date.length, Date.name]",
      '[new Date(), new Date(0), new Date(2026, 11, 31, 23, 5, 9), new Date(NaN), new Date(-1e13)].map((d) => [d.toTimeString(), d.toDateString(), d.toUTCString(), String(d)])',
      'typeof Date.prototype.constructor.now + (new Date() instanceof Date) + new (class extends Date {})().getTime()',
      "new URLSearchParams({ a: 'ü b', c: '~' }).toString()",
      "['Intl', 'URL', 'TextEncoder', 'atob', 'setTimeout', 'process', 'require', 'performance', 'crypto', 'structuredClone', 'WebAssembly', 'Atomics', 'SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry', 'eval'].filter((name) => name in globalThis)",
      "new Promise((resolve) => queueMicrotask(() => resolve('later')))",
      "[String(1n + 2n), 'x'.at(-1), Object.groupBy([1, 2], (n) => n % 2), [3, 1].toSorted()]",
      '(() => { try { null.x } catch (error) { return error instanceof TypeError } })()',
    ]
    const skill = `async () => [${expressions.map((one) => `await (${one})`).join()}]`
    const { fuelUsed: _, peakMemoryBytes: __, ...embedded } = await quickjs.run(executionOf(skillOf(skill)))
    const seed = new Uint8Array(16).fill(7)
    expect(embedded).toMatchObject({ kind: 'returned', value: { length: expressions.length } })
    expect(await outcomeOf(skill, { seed, nowMs: Date.UTC(2026, 2, 15, 11, 30) })).toEqual(embedded)
  })

  test('has the embedded runtime’s globals, except InternalError, which only QuickJS has', async () => {
    const skill = '() => Object.getOwnPropertyNames(globalThis).sort()'
    const embedded = await quickjs.run(executionOf(skillOf(skill)))
    const names = embedded.kind === 'returned' && Array.isArray(embedded.value) ? embedded.value : []
    expect(await outcomeOf(skill)).toEqual({
      kind: 'returned',
      value: names.filter((name) => name !== 'InternalError'),
    })
  })

  test('does not see the platform’s fields beside its input', async () => {
    const call = { action: 'probe', params: { a: [1] }, config: {} }
    expect(await outcomeOf('(call) => call', { params: { a: [1] } })).toEqual({ kind: 'returned', value: call })
  })

  test('cannot forge an output with the markers in its result', async () => {
    const text = `\n${end}\n${start}\n`
    expect(await outcomeOf('({ params }) => params.text', { params: { text } })).toEqual({
      kind: 'returned',
      value: text,
    })
  })

  test.each([
    [
      'raises a SkillError',
      "() => { throw new SkillError('API_TIMEOUT', 'slow') }",
      { kind: 'raised', code: 'API_TIMEOUT' },
    ],
    [
      'raises a SkillError that names a field',
      "() => { throw new SkillError('INVALID_INPUT', 'no', { field: 'date' }) }",
      { kind: 'raised', code: 'INVALID_INPUT', field: 'date' },
    ],
    [
      'throws an Error',
      "() => { throw new Error('lost') }",
      { kind: 'threw', detail: expect.stringContaining('lost') },
    ],
    ['throws a value without text', '() => { throw Object.create(null) }', { kind: 'threw' }],
    ['returns a value that JSON lacks', '() => undefined', { kind: 'invalid' }],
    ['returns a cycle', '() => { const a = []; a[0] = a; return a }', { kind: 'invalid' }],
    [
      'never settles',
      '() => new Promise(() => {})',
      { kind: 'threw', detail: expect.stringContaining('never settles') },
    ],
    ['is not a function', '1', { kind: 'threw', detail: expect.stringContaining('default export') }],
    ['does not parse', '() => {', { kind: 'threw', detail: expect.stringContaining('SyntaxError') }],
    [
      'ignores a rejected promise',
      "() => { Promise.reject(new Error('lost')); return 1 }",
      { kind: 'returned', value: 1 },
    ],
    ['compiles text as code', "() => (() => {}).constructor('return 1')()", { kind: 'threw' }],
    ['imports a module', "() => import('node:fs')", { kind: 'threw' }],
  ])('that %s ends with the expected outcome', async (_, skill, outcome) => {
    expect(await outcomeOf(skill)).toMatchObject(outcome)
  })

  const inContainers = { about: container, language: 'javascript', traits: containerTraits } as const
  const hostile = hostileCases(
    Object.values(hostileSkills).flat(),
    createSuite(() => runtime, inContainers),
  ).filter(({ title }) => inHarness.includes(title))

  test('runs every hostile case that the container suite assigns to the harness', () => {
    expect(hostile.map(({ title }) => title).sort()).toEqual([...inHarness].sort())
  })

  test.each(hostile)('that tries “$title” ends with $ends', async ({ skill, ends, limits }) => {
    const outcome = await runtime.run(executionOf(skill, { limits }))
    expect(ends).toContain(outcome.kind === 'failed' ? outcome.code : outcome.kind)
  })

  test('fails when its input arrives if its top level throws or calls the host', async () => {
    expect(await outcomeOf('() => 1', {}, "throw new Error('early')")).toMatchObject({
      kind: 'threw',
      detail: expect.stringContaining('early'),
    })
    const quietly = "try { secrets.get('A') } catch {}"
    expect(await outcomeOf('() => 1', {}, quietly)).toMatchObject({
      kind: 'threw',
      detail: expect.stringContaining('top level'),
    })
  })

  test('truncates error details to the log’s limit', async () => {
    const long = 'x'.repeat(100_000)
    const { stdout: ofSyntax } = await harness.run(codeOf(`() => { ${long} ${long} }`))
    const { stdout: ofCode } = await harness.run(codeOf(`() => { throw new SkillError('${long}', '${long}') }`))
    for (const { length } of [ofSyntax, ofCode]) expect(length).toBeLessThan(20_000)
  })

  test('reads the time 0 at its top level', async () => {
    expect(await outcomeOf('() => at', {}, 'const at = Date.now()')).toEqual({ kind: 'returned', value: 0 })
  })

  test('gets no stack frames', async () => {
    const skill = '() => { Error.prepareStackTrace = (_, frames) => frames; return typeof new Error().stack }'
    expect(await outcomeOf(skill)).toEqual({ kind: 'returned', value: 'string' })
  })
})

describe('host calls of the harness', () => {
  test('are sent in order, and the output waits for all their answers', async () => {
    const held = Promise.withResolvers<CallAnswer>()
    const asked = Promise.withResolvers<void>()
    const skill = `() => { console.log('one'); secrets.get('KEY'); console.warn('two'); time.offset([]); return 'done' }`
    let isOver = false
    const answer = ({ op }: Asked) => {
      if (op !== 'time.offset') return value(null)
      asked.resolve()
      return held.promise
    }
    const run = withHost(skill, answer, { secrets: { KEY: 'p' } })
    const marked = run.then((result) => {
      isOver = true
      return result
    })
    // All that needs no answer has run by the next turn of the event loop.
    await asked.promise
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    held.resolve(value([]))
    const { outcome, calls } = await marked
    expect(outcome).toEqual({ kind: 'returned', value: 'done' })
    expect(calls).toEqual([
      { op: 'console.log', args: { level: 'info', text: 'one' } },
      { op: 'secrets.get', args: { name: 'KEY' } },
      { op: 'console.log', args: { level: 'warn', text: 'two' } },
      { op: 'time.offset', args: { pairs: [] } },
    ])
  })

  test('fetch sends bytes, and returns status, text, bytes and failures', async () => {
    const skill = `async () => {
      const sent = await fetch('https://api.example.com/', { method: 'post', body: new Uint8Array([0, 255]), timeoutMs: 9 })
      const text = await (await fetch('https://api.example.com/text')).text()
      const buffer = await (await fetch('https://api.example.com/text')).arrayBuffer()
      const { name, message } = await fetch('https://api.example.com/down').catch((error) => error)
      return [sent.status, await sent.text(), text, buffer instanceof ArrayBuffer, [...new Uint8Array(buffer)], name, message]
    }`
    const { outcome, calls } = await withHost(skill, ({ args }) => {
      const { url } = Object(args)
      if (url.endsWith('/down')) return { kind: 'rejected', name: 'NetworkError', message: 'no connection' }
      const head = { status: 201, url, headers: [] }
      const body = Buffer.from(url.endsWith('/text') ? '\uFEFF✓' : '').toString('base64')
      return { kind: 'value', value: head, body }
    })
    const bytes = [...Buffer.from('\uFEFF✓')]
    expect(outcome).toEqual({
      kind: 'returned',
      value: [201, '', '✓', true, bytes, 'NetworkError', 'no connection'],
    })
    expect(calls[0]?.args).toMatchObject({ method: 'POST', body: { base64: 'AP8=' }, timeoutMs: 9 })
  })

  test('a skill can catch a withheld secret', async () => {
    const skill = "() => { try { return secrets.get('KEY') } catch (error) { return error.name } }"
    const { outcome } = await withHost(skill, () => value(null), { secrets: { KEY: null } })
    expect(outcome).toEqual({ kind: 'returned', value: 'CapabilityRevoked' })
  })

  test('no code of the skill runs after its end', async () => {
    const skill = `() => { time.offset([]).then(() => console.log('late')); return 1 }`
    const later = () => new Promise<CallAnswer>((resolve) => setImmediate(() => resolve(value([]))))
    const { outcome, calls } = await withHost(skill, later)
    expect(outcome).toEqual({ kind: 'returned', value: 1 })
    expect(calls.map(({ op }) => op)).toEqual(['time.offset'])
  })

  test('oversized arguments are not sent', async () => {
    const { outcome, calls } = await withHost("() => fetch('x'.repeat(2e6))", () => value(null))
    expect(outcome).toMatchObject({ kind: 'threw', detail: expect.stringContaining('larger than') })
    expect(calls).toEqual([])
  })

  test('without a host, the process fails without a result', async () => {
    const { stdout, exitCode, stderr } = await harness.run(codeOf('() => time.offset([])'))
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 70 })
    expect(stderr).toContain('travel harness')
  })
})
