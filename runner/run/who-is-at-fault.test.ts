import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '../contract/errors.ts'
import { type Principal, principalFrom } from '../contract/principal.ts'
import { TravelConfig } from '../contract/travel-config.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { brokerOf, engineOf, loopbackToo } from '../egress/testing/engine-fixture.ts'
import { createQuickJsRuntime } from '../runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { loadedSkill, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'
import type { RunnerPorts } from './runner-ports.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const host = 'api.example.com'
/** Counts the skills: the runtime keeps the code of each digest. */
let skills = 0
const input = { action: 'run', params: {}, config: {} }
const operator = principalFrom('main', { id: 'main', role: 'operator' })

type More = {
  readonly fields?: object
  readonly approved?: Partial<LoadedSkill['approved']>
  readonly ports?: Partial<RunnerPorts>
  readonly principal?: Principal
}

/** The answer of a skill with this function, whose manifest declares a host, a secret and the language model. */
async function answerOf(code: string, { fields = {}, approved = {}, ports = {}, principal = operator }: More = {}) {
  const manifest = testManifest({
    permissions: { network: { egress: [host], methods: ['GET'] }, secrets: ['KEY'], llm: true },
    ...fields,
  })
  const made = loadedSkill(manifest, `globalThis.__skill = ${code}`, `digest ${++skills}`)
  const skill = { ...made, approved: { ...made.approved, ...approved } }
  const runner = runnerWith(manifest, {
    runtimes: [runtime],
    skills: fixedSkills(skill),
    broker: brokerOf({ KEY: { value: 'a-value-of-the-key', hosts: [host] } }),
    ...ports,
  })
  return runner.execute('probe', input, { principal })
}

const call = (url: string, options = '') => `async () => { await fetch('${url}'${options}); return { results: [] } }`
const at = (path: string) => `https://${host}${path}`
const network = (egress: readonly string[]) => ({ network: { egress: [...egress], methods: ['GET' as const] } })

describe('a withheld permission that the skill does not catch', () => {
  const revoked: readonly (readonly [string, string, Partial<LoadedSkill['approved']>, string])[] = [
    ['a host', call(at('/')), network([]), `network.egress ${host}`],
    ['a secret', "async () => secrets.get('KEY')", { secrets: [] }, 'secrets KEY'],
    ['the language model', "async () => llm.predict('x')", { llm: false }, 'llm'],
  ]
  test.each(revoked)('is the fault of the operator, who revoked %s', async (_, code, approved, name) => {
    expect(await answerOf(code, { approved })).toMatchObject({
      error: {
        code: 'CAPABILITY_REVOKED',
        fault: 'operator',
        message: 'The operator revoked or never approved a permission that the skill probe needs.',
        details: { [name]: 'is not approved' },
      },
    })
  })

  test('can be caught by its name', async () => {
    const code = `async () => {
      try { await fetch('${at('/')}') } catch (error) { return { results: [{ name: error.name }] } }
    }`
    expect(await answerOf(code, { approved: network([]) })).toMatchObject({
      status: 'success',
      results: [{ name: 'CapabilityRevoked' }],
    })
  })

  test('blames the skill that only says so', async () => {
    const lies = [
      "async () => { throw Object.assign(new Error('x'), { name: 'CapabilityRevoked' }) }",
      "async () => { throw new SkillError('CAPABILITY_REVOKED', 'x') }",
    ]
    for (const code of lies) {
      expect(await answerOf(code)).toMatchObject({ error: { code: 'SKILL_CRASHED', fault: 'author' } })
    }
  })

  test('is the fault of the configuration that withholds it', async () => {
    const config = TravelConfig.parse({ safeExecution: { allowedHosts: [] } })
    expect(await answerOf(call(at('/')), { ports: { config } })).toMatchObject({
      error: {
        code: 'CAPABILITY_REVOKED',
        details: { [`network.egress ${host}`]: "is not allowed by this instance's configuration" },
      },
    })
  })
})

describe('a blocked request names what is wrong with it', () => {
  const secret = "secrets.get('KEY')"
  const blocked: readonly (readonly [string, string, string, Fault, RegExp])[] = [
    ['another scheme', call('http://api.example.com/'), 'https_only', 'author', /without https/],
    ['a method', call(at('/'), ", { method: 'PUT' }"), 'method_undeclared', 'author', /HTTP method/],
    ['an address', call(`https://${host}/a/../b`), 'url_invalid', 'author', /invalid URL/],
    ['a header', call(at('/'), ", { headers: { 'proxy-x': 'x' } }"), 'header_refused', 'author', /a header/],
    [
      'two headers',
      call(at('/'), ", { headers: [['authorization', 'a'], ['authorization', 'b']] }"),
      'header_twice',
      'author',
      /twice/,
    ],
    [
      'a credential for another host',
      `async () => { await fetch('https://other.example/', { headers: { 'x-key': ${secret} } }) }`,
      'placeholder_host',
      'author',
      /to a host that may not get it/,
    ],
  ]
  test.each(blocked)('%s', async (_, code, reason, fault, message) => {
    const fields = {
      permissions: { network: { egress: [host, 'other.example'], methods: ['GET'] }, secrets: ['KEY'], llm: true },
    }
    expect(await answerOf(code, { fields })).toMatchObject({
      error: { code: 'EGRESS_BLOCKED', reason, fault, message: expect.stringMatching(message) },
    })
  })

  test('the placeholder of a credential that the gateway adds', async () => {
    const fields = {
      permissions: { network: { egress: [host], methods: ['GET'] }, secrets: ['KEY'] },
      credentials: { api: { host, kind: 'bearer', secret: 'KEY' } },
    }
    const code = `async () => { await fetch('${at('/')}', { headers: { 'x-key': ${secret} } }) }`
    expect(await answerOf(code, { fields })).toMatchObject({
      error: { code: 'EGRESS_BLOCKED', reason: 'placeholder_managed', message: expect.stringMatching(/the gateway/) },
    })
  })

  test('an address that is not public', async () => {
    const egress = engineOf({ resolve: async () => ['10.0.0.1'], addressPolicy: loopbackToo })
    expect(await answerOf(call(at('/')), { ports: { egress } })).toMatchObject({
      error: { code: 'EGRESS_BLOCKED', reason: 'address_private' },
    })
  })

  test('an undeclared host keeps the sentence of the code, also if no host was approved', async () => {
    for (const approved of [{}, network([])]) {
      const output = await answerOf(call('https://other.example/'), { approved })
      expect(output).toMatchObject({ error: { code: 'EGRESS_BLOCKED', message: expect.stringMatching(/an address/) } })
      expect(output).not.toHaveProperty('error.reason')
    }
  })
})

test('too many host calls, and an action that only reads, are named as such', async () => {
  const many = `async () => { for (;;) await time.offset([['Europe/Paris', '2027-01-01T00:00:00']]) }`
  expect(await answerOf(many, { fields: { limits: { host_calls: 3 } } })).toMatchObject({
    error: { code: 'CAPABILITY_DENIED', reason: 'host_calls', fault: 'author' },
  })
  const acts = "async () => gateway.post({ text: 'x' })"
  expect(await answerOf(acts, { fields: { effects: ['read'], permissions: { gateway: true } } })).toMatchObject({
    error: { code: 'CAPABILITY_DENIED', reason: 'effects', fault: 'author' },
  })
})

test('a request that the deadline of the execution ends is a timeout, not a crash', async () => {
  const egress = engineOf({ resolve: () => new Promise(() => {}) })
  const fields = { limits: { timeout_ms: 1000 } }
  expect(await answerOf(call(at('/')), { fields, ports: { egress } })).toMatchObject({
    error: { code: 'TIMEOUT', fault: 'author', message: 'The skill probe did not finish within 1000 ms.' },
  })
})

test('a request that its own time limit ends is an error of the skill', async () => {
  const egress = engineOf({ resolve: () => new Promise(() => {}) })
  expect(await answerOf(call(at('/'), ', { timeoutMs: 100 }'), { ports: { egress } })).toMatchObject({
    error: { code: 'SKILL_CRASHED', fault: 'author' },
  })
})

test('a missing or expired credential is named', async () => {
  const code = call(at('/'), ", { headers: { 'x-key': secrets.get('KEY') } }")
  const expired = new Map([['KEY', { version: 'withheld', why: 'KEY is expired', hosts: [host] } as const]])
  for (const bound of [new Map(), expired]) {
    expect(await answerOf(code, { ports: { broker: { bind: async () => bound } } })).toMatchObject({
      error: { code: 'NOT_CONFIGURED', fault: 'operator', details: { KEY: 'has no value that may be used now' } },
    })
  }
})

test('a skill without code says that it has none', async () => {
  expect(await answerOf('null', { fields: { kind: 'prompt', permissions: {} } })).toMatchObject({
    error: {
      code: 'CONFLICT',
      reason: 'prompt_skill',
      fault: 'caller',
      message: 'The skill probe has instructions for a model, and no code to run.',
    },
  })
})

test('a missing runtime says what to provide', async () => {
  expect(await answerOf('null', { fields: { runtimes: ['container'] } })).toMatchObject({
    error: {
      code: 'RUNTIME_UNAVAILABLE',
      fault: 'operator',
      details: { 'runtime container': expect.stringMatching(/needs a Docker engine.*install Docker/) },
    },
  })
})
