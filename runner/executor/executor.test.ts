import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { need } from '../../scripts/testing/needs.ts'
import type { Source } from '../contract/principal.ts'
import { engineOf, type LogLine, recordingLog } from '../egress/testing/engine-fixture.ts'
import { openHttpServer } from '../testing/http-server.ts'
import {
  createFetchCapability,
  createFilesystemCapability,
  createShellCapability,
  FetchCapability,
} from './capabilities.ts'
import type { Executor } from './create-executor.ts'
import { createOpenClawExecutor } from './create-openclaw-executor.ts'
import { createSafetyMiddleware, TrustError } from './create-safety-middleware.ts'

const api = 'api.github.com'
const lines: LogLine[] = []
const log = recordingLog(lines)
const prompts: string[] = []
let opened: AsyncDisposableStack
let executor: Executor
let root: string

const skillYaml = (name: string, more = '') =>
  `name: ${name}\nversion: "1.0.0"\ndescription: The skill ${name}.\nrisk_level: low\nentry: main.ajs\n${more}`

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  const server = await openHttpServer((request, response) => {
    if (request.url === '/missing') return response.writeHead(404).end('not here')
    const found = { asked: request.url, method: request.method, items: ['one', 'two'] }
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(found))
  })
  const { url } = opened.use(server)
  const egress = opened.use(
    engineOf({ upstream: { [api]: { url, data: 'test' }, 'other.example': { url, data: 'test' } } }),
  )

  root = await mkdtemp(join(tmpdir(), 'travel-executor-'))
  opened.defer(() => rm(root, { recursive: true, force: true }))
  const add = async (name: string, yaml: string, code: string) => {
    await mkdir(join(root, 'skills', name), { recursive: true })
    await writeFile(join(root, 'skills', name, 'skill.yaml'), yaml)
    await writeFile(join(root, 'skills', name, 'main.ajs'), code)
  }
  const hosts = `permissions: { network: { egress: [${api}, other.example] }, secrets: [A_KEY] }\n`
  await add('search', skillYaml('search', hosts), `function search({ at }) { return httpFetch({ url: at }).items }`)
  await add(
    'notes',
    skillYaml('notes', 'permissions: { llm: true }\n'),
    `function notes({ q }) { return llmPredict(q) }`,
  )
  await add(
    'shell',
    skillYaml('shell', 'permissions: { exec: [ls] }\n'),
    'function shell() { return shellExec({ program: "ls" }) }',
  )
  await add('broken', skillYaml('broken'), 'function broken() { return [1].map((x) => httpFetch(x)) }')
  const outside = join(root, 'elsewhere', 'linked')
  await mkdir(outside, { recursive: true })
  await writeFile(join(outside, 'skill.yaml'), skillYaml('linked'))
  await writeFile(join(outside, 'main.ajs'), 'function linked() { return 1 }')
  await symlink(outside, join(root, 'skills', 'linked'))

  const made = createOpenClawExecutor({
    workspaceRoot: root,
    allowedHosts: [api],
    llmPredict: async (prompt) => {
      prompts.push(prompt)
      return `said ${prompt}`
    },
    log,
    egress,
  })
  executor = opened.use(made)
})
afterAll(() => opened.disposeAsync())

/** The logged detail of the last crashed skill. */
const detailOf = (code: string) => String(lines.findLast(({ fields }) => fields?.code === code)?.fields?.detail)

const fetch = createFetchCapability({ allowedHosts: [api] })
const search = `function searchGitHub({ query }) {
  let response = httpFetch({ url: 'https://${api}/search?q=' + query })
  return response
}`

describe('a plain function given as source text', () => {
  test('runs unchanged with its capabilities, and traces its host calls', async () => {
    const asks = { capabilities: { fetch }, fuel: 1000, trace: true, source: 'main' } as const
    const { trace, ...ran } = await executor.execute({ ajs: search, name: 'search-github' }, { query: 'x' }, asks)
    expect(ran).toMatchObject({ ok: true, result: { asked: '/search?q=x', items: ['one', 'two'] } })
    expect(trace).toEqual([{ op: 'httpFetch', url: `https://${api}/search?q=x`, fuel: expect.any(Number) }])
    expect(trace?.[0]?.fuel).toBeLessThan(1000)
    expect(trace?.[0]?.fuel).toBeGreaterThan(900)
  })

  test('has no capabilities by default', async () => {
    const ran = await executor.execute({ ajs: search }, { query: 'x' }, { source: 'main' })
    expect(ran).toMatchObject({ ok: false, error: { code: 'CAPABILITY_DENIED' } })
    for (const ajs of ['function f() { return llmPredict("x") }', 'function f() { return memoryRecall("x") }']) {
      const asked = await executor.execute({ ajs }, {}, { source: 'main' })
      expect(asked).toMatchObject({ ok: false, error: { code: 'CAPABILITY_DENIED' } })
    }
  })

  test.each([
    ['another host', `https://other.example/`, 'EGRESS_BLOCKED'],
    ['a private address', 'http://169.254.169.254/latest/meta-data', 'EGRESS_BLOCKED'],
    ['a host whose name starts with an allowed host', `https://${api}.evil.example/`, 'EGRESS_BLOCKED'],
  ])('cannot reach %s, and cannot catch the error', async (_, url, code) => {
    const ajs = 'function f({ url }) { try { return httpFetch({ url }) } catch { return "went on" } }'
    expect(await executor.execute({ ajs }, { url }, { capabilities: { fetch }, source: 'main' })).toMatchObject({
      ok: false,
      error: { code },
    })
  })

  test('cannot use an HTTP method that the capability does not list', async () => {
    const ajs = `function f() { return httpFetch({ url: 'https://${api}/', body: { a: 1 } }).method }`
    const blocked = await executor.execute({ ajs }, {}, { capabilities: { fetch }, source: 'main' })
    expect(blocked).toMatchObject({ ok: false, error: { code: 'EGRESS_BLOCKED' } })
    const posts = createFetchCapability({ allowedHosts: [api], methods: ['POST'] })
    const sent = await executor.execute({ ajs }, {}, { capabilities: { fetch: posts }, source: 'main' })
    expect(sent).toMatchObject({ ok: true, result: 'POST' })
  })

  test('is stopped when its fuel is used up', async () => {
    const ran = await executor.execute({ ajs: 'function f() { for (;;) {} }' }, {}, { fuel: 100, source: 'main' })
    expect(ran).toMatchObject({ ok: false, error: { code: 'OUT_OF_FUEL' } })
  })

  test.each<[Source, boolean]>([
    ['main', true],
    ['dm-approved', true],
    ['group', true],
    ['dm-unknown', false],
    ['public', false],
  ])('may use a language model for a request from %s: %s', async (source, isAllowed) => {
    const capabilities = { llmPredict: (prompt: string) => `said ${prompt}` }
    const ran = await executor.execute(
      { ajs: 'function f({ q }) { return llmPredict(q) }' },
      { q: 'x' },
      { capabilities, source },
    )
    expect(ran).toMatchObject(
      isAllowed ? { ok: true, result: 'said x' } : { ok: false, error: { code: 'TRUST_EXCEEDED' } },
    )
  })

  test.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('sk-private-words')
      },
      'ModelError: The language model failed',
    ],
    ['rejects', () => Promise.reject(new Error('sk-private-words')), 'ModelError: The language model failed'],
    ['returns an object', () => ({ text: 'x' }), 'ModelError: The language model answered with something else'],
    ['returns too much text', () => 'x'.repeat(300_000), 'ModelError: The answer is over'],
  ])('catches an error without the model’s text if the model %s', async (_, llmPredict, said) => {
    const ajs = 'function f() { try { return llmPredict("x") } catch (error) { return String(error) } }'
    const ran = await executor.execute({ ajs }, {}, { capabilities: { llmPredict }, source: 'group' })
    expect(ran).toMatchObject({ ok: true, result: expect.stringContaining(said) })
    expect(JSON.stringify([ran, lines])).not.toContain('private-words')
  })

  const noBudgets = [-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '100', null, true]
  test.each(noBudgets.flatMap((value) => [['fuel', value] as const, ['timeoutMs', value] as const]))(
    'does not run with the budget %s of %j, and the error names the field',
    async (field, value) => {
      const options: object = { [field]: value }
      const ran = await executor.execute({ ajs: 'function f() { return 1 }' }, {}, options)
      const message = expect.stringContaining(`${field}: must be`)
      expect(ran).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', fault: 'caller', message } })
      expect(await executor.execute('notes', { q: 'x' }, options)).toMatchObject({ ok: false, error: { message } })
    },
  )

  test('a model that never answers does not delay a cancelled execution', async () => {
    const ajs = 'function f() { try { return llmPredict("x") } catch (error) { return error.name } }'
    const capabilities = { llmPredict: () => new Promise(() => {}) }
    const gone = new AbortController()
    const ran = executor.execute({ ajs }, {}, { capabilities, source: 'group', signal: gone.signal })
    gone.abort()
    expect(await ran).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  })

  test('an error in the log has its line and column in the source', async () => {
    const line = `  const found = httpFetch({ url: 'https://${api}/' }); found.items.none.x = 1`
    const ajs = `function f({ a }) {\n\n${line}\n}`
    const ran = await executor.execute({ ajs }, {}, { capabilities: { fetch }, source: 'main' })
    expect(ran).toMatchObject({ ok: false, error: { code: 'SKILL_CRASHED' } })
    expect(detailOf('SKILL_CRASHED')).toMatch(/skill\.ajs:3:\d/)
  })

  test('source that does not compile returns an error with line and column', async () => {
    const ajs = 'function f({ a }) {\n  return a.map((x) => httpFetch(x))\n}'
    const ran = await executor.execute({ ajs }, { a: [] })
    expect(ran).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', message: expect.stringMatching(/skill\.ajs:2:23 .*cannot wait/) },
    })
  })

  test('a status of 400 or above throws an error that the function can catch', async () => {
    const ajs = `function f() { try { httpFetch({ url: 'https://${api}/missing' }) } catch (error) { return [error.name, error.status] } }`
    const ran = await executor.execute({ ajs }, {}, { capabilities: { fetch }, source: 'main' })
    expect(ran).toMatchObject({ ok: true, result: ['HttpError', 404] })
  })

  test.each([['text'], [7], [null], [['a', 1]], [{ a: { b: [] } }]])('returns its argument %j', async (args) => {
    expect(await executor.execute({ ajs: 'function f(given) { return given }' }, args)).toMatchObject({
      ok: true,
      result: args,
    })
  })

  test('does not see the globals of an earlier execution', async () => {
    const ajs =
      'let n = 0\nfunction f() { globalThis.left = (globalThis.left ?? 0) + 1; return [++n, globalThis.left] }'
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await executor.execute({ ajs }, {})).toMatchObject({ ok: true, result: [1, 1] })
    }
  })
})

describe('a FetchCapability', () => {
  test.each([['*'], ['*.example.com'], ['127.0.0.1'], ['https://api.example.com'], ['localhost'], ['']])(
    'rejects the host %j',
    (host) =>
      expect(() => createFetchCapability({ allowedHosts: [host] })).toThrow(/createFetchCapability: allowedHosts/),
  )

  test('cannot be forged or changed', async () => {
    const forged = { ...fetch, allowedHosts: ['127.0.0.1'] }
    // @ts-expect-error: it is not a FetchCapability
    await expect(executor.execute({ ajs: search }, {}, { capabilities: { fetch: forged } })).rejects.toThrow(
      'createFetchCapability',
    )
    expect(FetchCapability.isOne(forged)).toBe(false)
    expect(() => Object.assign(fetch, { allowedHosts: ['evil.example'] })).toThrow(TypeError)
    expect(() => Array.prototype.push.call(fetch.allowedHosts, 'evil.example')).toThrow(TypeError)
  })
})

test.each([
  ['confirmed', { confirmed: 'false' }],
  ['confirmed', { confirmed: 1 }],
  ['confirmationId', { confirmationId: 7 }],
  ['call.id', { call: { id: 7 } }],
])('an option %s of another type is refused, however plain JavaScript passes it: %j', async (field, options) => {
  const asked = JSON.parse(JSON.stringify({ source: 'main', ...options }))
  expect(await executor.execute('notes', { q: 'x' }, asked)).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', message: expect.stringContaining(`${field}: `) },
  })
})

describe('shell and filesystem capabilities', () => {
  test.each([
    ['a command line', { programs: ['rm -rf /'] }],
    ['a path', { programs: ['/bin/sh'] }],
  ])('a shell takes no %s', (_, options) =>
    expect(() => createShellCapability(options)).toThrow(/createShellCapability: programs\.0: must be the name/),
  )

  test.each([['../x'], ['~/x']])('a file system takes no path like %s', (path) =>
    expect(() => createFilesystemCapability({ read: [path] })).toThrow(/createFilesystemCapability: read\.0/),
  )

  test('a function reads and writes only the files that it was given', async () => {
    const ajs = 'function f({ path }) { fileWrite(path, "kept"); return fileRead(path) }'
    const filesystem = createFilesystemCapability({ read: ['notes'], write: ['notes'] })
    const asks = { capabilities: { filesystem }, source: 'main', trace: true } as const
    expect(await executor.execute({ ajs }, { path: 'notes/a.txt' }, asks)).toMatchObject({
      ok: true,
      result: 'kept',
      trace: [{ op: 'fileWrite' }, { op: 'fileRead' }],
    })
    const beyond = await executor.execute({ ajs }, { path: 'other.txt' }, asks)
    expect(beyond).toMatchObject({ ok: false, error: { code: 'CAPABILITY_DENIED' } })
    const none = await executor.execute({ ajs }, { path: 'notes/a.txt' }, { source: 'main' })
    expect(none).toMatchObject({ ok: false, error: { code: 'CAPABILITY_DENIED' } })
  })

  test('a function starts only the programs that it was given, and no stranger starts any', async () => {
    const ajs = 'function f({ program }) { return shellExec({ program, args: ["one"] }).stdout }'
    const shell = createShellCapability({ programs: ['echo'] })
    const asks = { capabilities: { shell }, source: 'main' } as const
    const ran = await executor.execute({ ajs }, { program: 'echo' }, asks)
    // Without a working bubblewrap, no program of the system runs.
    if (ran.ok) expect(ran.result).toBe('one\n')
    else expect(detailOf('SKILL_CRASHED')).toContain('CommandUnavailable')
    const other = await executor.execute({ ajs }, { program: 'cat' }, asks)
    expect(other).toMatchObject({ ok: false, error: { code: 'CAPABILITY_DENIED' } })
    for (const source of ['group', 'public'] as const) {
      const stranger = await executor.execute({ ajs }, { program: 'echo' }, { ...asks, source })
      expect(stranger).toMatchObject({ ok: false, error: { code: 'TRUST_EXCEEDED', fault: 'caller' } })
    }
  })

  test('an installed skill starts no program that the executor does not allow', async () => {
    const ran = await executor.execute('shell', {}, { source: 'main' })
    expect(ran).toMatchObject({ ok: false, error: { code: 'CAPABILITY_REVOKED', fault: 'operator' } })
  })
})

describe('a workspace skill', () => {
  test('runs by name and reaches only the allowed hosts', async () => {
    const ran = await executor.execute('search', { at: `https://${api}/` }, { source: 'main', trace: true })
    expect(ran).toMatchObject({ ok: true, result: [{ result: ['one', 'two'] }], trace: [{ op: 'httpFetch' }] })
    const beyond = await executor.execute('search', { at: 'https://other.example/' }, { source: 'main' })
    expect(beyond).toMatchObject({ ok: false, error: { code: 'CAPABILITY_REVOKED' } })
  })

  test('the capabilities that a caller passes can only reduce its permissions', async () => {
    const none = await executor.execute('search', { at: `https://${api}/` }, { source: 'main', capabilities: {} })
    expect(none).toMatchObject({ ok: false, error: { code: 'CAPABILITY_REVOKED' } })
    expect(detailOf('CAPABILITY_REVOKED')).toContain('network.egress api.github.com was withheld')
    const other = createFetchCapability({ allowedHosts: ['other.example'] })
    const asks = { source: 'main', capabilities: { fetch: other } } as const
    expect(await executor.execute('search', { at: 'https://other.example/' }, asks)).toMatchObject({
      ok: false,
      error: { code: 'CAPABILITY_REVOKED' },
    })
    expect(detailOf('CAPABILITY_REVOKED')).toContain('network.egress other.example was withheld')
  })

  test('uses the language model of the executor', async () => {
    expect(await executor.execute('notes', { q: 'hello' }, { source: 'group' })).toMatchObject({
      ok: true,
      result: [{ result: 'said hello' }],
    })
    const blocked = await executor.execute('notes', { q: 'from a stranger' }, { source: 'dm-unknown' })
    expect(blocked).toMatchObject({ ok: false, error: { code: 'TRUST_EXCEEDED' } })
    expect(prompts).toEqual(['hello'])
  })

  test.each(['unknown', '../search', 'linked', 'broken', '', '/etc', 'search/../search'])(
    'named %j is not found',
    async (name) => {
      expect(await executor.execute(name, {}, { source: 'main' })).toMatchObject({
        ok: false,
        error: { code: 'SKILL_NOT_FOUND' },
      })
    },
  )
})

describe('the middleware', () => {
  const cases: [string, string, string | undefined, boolean][] = [
    ['a skill with enough trust', 'search', 'public', true],
    ['a skill that needs more trust', 'shell', 'dm-approved', false],
    ['the same skill for source main', 'shell', 'main', true],
    ['an unknown source', 'notes', 'admin', false],
    ['no source', 'notes', undefined, false],
    ['an unknown skill', 'unknown', 'dm-approved', false],
  ]
  test.each(cases)('without enforce, logs a call before it runs: %s', async (_, skill, source, isAllowed) => {
    const said: LogLine[] = []
    const safeExecute = createSafetyMiddleware(executor, { log: recordingLog(said) })
    const order: string[] = []
    const run = () => {
      order.push(...said.map(({ message }) => message))
      return 'ran'
    }
    expect(await safeExecute(run, skill, source === undefined ? {} : { source })).toBe('ran')
    expect(order).toEqual([expect.stringContaining(isAllowed ? 'is called outside' : 'less trust')])
    expect(said[0]?.fields).toMatchObject({ skill, enforced: false })
  })

  test.each(cases)('with enforce, runs a call only with enough trust: %s', async (_, skill, source, isAllowed) => {
    const safeExecute = createSafetyMiddleware(executor, { enforce: true })
    const run = vi.fn(async () => 'ran')
    const done = safeExecute(run, skill, source === undefined ? {} : { source })
    if (isAllowed) expect(await done).toBe('ran')
    else await expect(done).rejects.toThrow(TrustError)
    expect(run).toHaveBeenCalledTimes(isAllowed ? 1 : 0)
  })

  test('rethrows an error of the skill, and does not log its text', async () => {
    const said: LogLine[] = []
    const safeExecute = createSafetyMiddleware(executor, { log: recordingLog(said), enforce: true })
    const failure = new Error('password hunter2')
    await expect(safeExecute(() => Promise.reject(failure), 'search', { source: 'main' })).rejects.toBe(failure)
    expect(said.at(-1)?.message).toBe('a skill outside of the sandbox failed')
    expect(JSON.stringify(said)).not.toContain('hunter2')
  })
})

test('a closed executor runs nothing', async () => {
  const closed = createOpenClawExecutor({})
  await closed[Symbol.asyncDispose]()
  await expect(closed.execute({ ajs: 'function f() { return 1 }' }, {})).rejects.toThrow('closed')
})

test('createOpenClawExecutor rejects an invalid allowed host', () => {
  expect(() => createOpenClawExecutor({ allowedHosts: ['*.github.com'] })).toThrow(/allowedHosts/)
})

const rfc = readRfc()
const needsRfc = need(rfc !== undefined, 'the reference documents', 'set TRAVEL_REFERENCE_DATA to a folder beside them')
test('both code examples of the RFC run unchanged, with the same result', needsRfc, async () => {
  const [, before = '', after = ''] =
    /\*\*Before:\*\*\s*```javascript\n([\s\S]*?)```\s*\*\*After:\*\*\s*```javascript\n([\s\S]*?)```/.exec(rfc ?? '') ??
    []
  expect([before, after]).toEqual([expect.stringContaining('await fetch('), expect.stringContaining('httpFetch(')])
  const asks = { capabilities: { fetch }, source: 'public', trace: true } as const
  const old = await executor.execute({ ajs: before }, 'travel', asks)
  const converted = await executor.execute({ ajs: after }, { query: 'travel' }, asks)
  expect(old).toMatchObject({ ok: true, result: { asked: '/search?q=travel' } })
  expect(converted).toMatchObject({ ok: true, result: { asked: '/search?q=travel' } })
  expect(converted.trace).toEqual([
    { op: 'httpFetch', url: `https://${api}/search?q=travel`, fuel: expect.any(Number) },
  ])
})

/** The text of the OpenClaw RFC, if this machine has the reference documents. */
function readRfc(): string | undefined {
  const data = process.env.TRAVEL_REFERENCE_DATA
  if (data === undefined) return undefined
  try {
    return readFileSync(join(data, '..', 'seeds', '001_9f5ca8aa95576af6.txt'), 'utf8')
  } catch {
    return undefined
  }
}
