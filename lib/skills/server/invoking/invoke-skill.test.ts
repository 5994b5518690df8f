import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import type { CredentialBroker, MemorySource } from '#runner/core/ports.ts'
import type { EgressEngine, EgressSessionOptions } from '#runner/egress/session.ts'
import { boundOf, engineOf } from '#runner/egress/testing/engine-fixture.ts'
import type { RuntimeExecution } from '#runner/runtimes/runtime.ts'
import { fakeRuntime, runnerWith, withoutServices } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import type { AnsweredLog } from './answered-log.ts'
import { invokeWith } from './testing/invoke-with.ts'

const host = 'api.example.com'
const manifest = testManifest({
  name: 'whose',
  permissions: { network: { egress: [host] }, secrets: ['KEY'] },
  input_schema: { ask: { type: 'object' } },
  cache: { ttl_s: 60 },
})

const egress = engineOf()

/** A skill that returns the value of its key in its requests. `heldBy`: the credential of each principal. */
function setUp(heldBy: (principal: string) => string | undefined, answered?: AnsweredLog, running?: Promise<void>) {
  let runs = 0
  const keys = new Map<string, string | null>()
  const seen: EgressEngine = {
    ...egress,
    open(session) {
      keys.set(session.execution, session.credentials.get('KEY')?.value?.() ?? null)
      return egress.open(session)
    },
  }
  const runtime = fakeRuntime(async ({ id }) => {
    runs += 1
    await running
    return { kind: 'returned', value: { results: [{ key: keys.get(id) ?? null }] }, fuelUsed: 0 }
  })
  const broker: CredentialBroker = {
    async bind({ id }) {
      const value = heldBy(id)
      return value === undefined ? new Map() : boundOf({ KEY: { value, hosts: [host] } })
    },
  }
  const invoke = invokeWith(runnerWith(manifest, { runtimes: [runtime], broker, egress: seen }), answered)
  const ask = async (id: string, { isFresh = false } = {}): Promise<unknown> => {
    const principal = principalFrom('main', { id, role: 'agent' })
    const { signal } = new AbortController()
    const answer = await invoke({
      skill: 'whose',
      input: { action: 'ask', params: {}, config: {} },
      ...contextOf(principal),
      signal,
      isFresh,
    })
    if (answer.kind !== 'answered' || answer.output.status !== 'success') throw new Error(JSON.stringify(answer))
    return answer.output.results[0]
  }
  return { ask, runs: () => runs }
}

describe('invoking a skill', () => {
  const principals = ['a', 'b', 'c'] as const
  const values = fc.record({
    a: fc.constantFrom('x', 'y', undefined),
    b: fc.constantFrom('x', 'y', undefined),
    c: fc.constantFrom('x', 'y', undefined),
  })

  it("cached, shared and new answers all come from an execution with the caller's own credentials", async () => {
    const alone = new Map(['x', 'y', undefined].map((value) => [value, setUp(() => value).ask('anybody')]))
    const different = await Promise.all(alone.values())
    expect(new Set(different.map((answer) => JSON.stringify(answer))).size).toBe(3)
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.array(fc.array(fc.constantFrom(...principals), { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        async (held, rounds) => {
          const { ask } = setUp((id) => held[principals.find((known) => known === id) ?? 'a'])
          for (const atOnce of rounds) {
            const answers = await Promise.all(atOnce.map((id) => ask(id)))
            expect(answers).toEqual(await Promise.all(atOnce.map((id) => alone.get(held[id]))))
          }
        },
      ),
    )
  })

  it('shares one answer among callers with the same credentials', async () => {
    const { ask, runs } = setUp(() => 'shared')
    await Promise.all([ask('a'), ask('b')])
    await ask('c')
    expect(runs()).toBe(1)
  })

  it('a request for a fresh answer skips the cache, and caches the answer for the next caller', async () => {
    const { ask, runs } = setUp(() => 'x')
    await ask('a')
    await ask('a')
    expect(runs()).toBe(1)
    await ask('a', { isFresh: true })
    expect(runs()).toBe(2)
    await ask('a')
    expect(runs()).toBe(2)
  })

  it('records each shared or cached answer, and returns it only after the record is written', async () => {
    const records: (readonly [string, string])[] = []
    let written = Promise.withResolvers<void>()
    const log: AnsweredLog = async ({ from, admitted }) => {
      records.push([from, admitted.principal.id])
      await written.promise
    }
    const running = Promise.withResolvers<void>()
    const { ask, runs } = setUp(() => 'shared', log, running.promise)
    const [first, second] = [ask('a'), ask('b')]
    let isAnswered = false
    void second.then(() => {
      isAnswered = true
    })
    running.resolve()
    await first
    await expect.poll(() => records).toEqual([['shared', 'b']])
    expect(isAnswered).toBe(false)
    written.resolve()
    await second
    written = Promise.withResolvers()
    const third = ask('c')
    await expect.poll(() => records.length).toBe(2)
    expect(records[1]).toEqual(['cache', 'c'])
    written.resolve()
    await third
    expect(runs()).toBe(1)
  })

  it('fails if the record of a cached answer cannot be written', async () => {
    const { ask } = setUp(
      () => 'shared',
      async () => {
        throw new Error('the database is gone')
      },
    )
    await ask('a')
    await expect(ask('b')).rejects.toThrow('the database is gone')
  })

  it("answers each principal from its own memory, and never with another's answer", async () => {
    const { ask } = callerSkill({ memory: true }, async ({ host }) => {
      const found = await host.call('memory.recall', { query: '', limit: 5 }, 1)
      return found.kind === 'value' ? found.value : found.kind
    })
    expect(await Promise.all([ask('a'), ask('b')])).toEqual([{ found: ['of a'] }, { found: ['of b'] }])
    expect(await ask('c')).toEqual({ found: ['of c'] })
  })

  it('runs each call of a skill that stores values, because the answer depends on its caller', async () => {
    const { ask, runs } = callerSkill({ storage: true }, async ({ host }) => {
      const found = await host.call('kv.get', { key: 'a' }, 1)
      return found.kind
    })
    await Promise.all([ask('a'), ask('b')])
    await ask('a')
    expect(runs()).toBe(3)
  })

  it('runs each call of a skill that leaves messages, even if it equals another call', async () => {
    const { ask, runs } = callerSkill({ messages: true }, async ({ host }) => {
      const noted = await host.call('messages.send', { message: { text: 'Call me back' } }, 1)
      return noted.kind
    })
    await Promise.all([ask('a'), ask('b')])
    await ask('a')
    expect(runs()).toBe(3)
  })
})

describe('the age of an answer', () => {
  /** Runs a skill whose oldest answer of the provider is `agedS` seconds old. `kept`: for how many seconds. */
  async function answerAged(agedS: number, isFresh = false) {
    const kept: number[] = []
    const runtime = fakeRuntime(async () => ({ kind: 'returned', value: { results: [] }, fuelUsed: 0 }))
    const opened: EgressSessionOptions[] = []
    const shared = {
      ...egress,
      open(options: EgressSessionOptions) {
        opened.push(options)
        return { ...egress.open(options), oldestMs: () => Date.now() - agedS * 1000 }
      },
    }
    const cache = { get: () => undefined, set: (_key: string, _answer: object, ttl: number) => void kept.push(ttl) }
    const skill = testManifest({
      name: 'aged',
      permissions: { network: { egress: [host] } },
      input_schema: { ask: { type: 'object' } },
      cache: { ttl_s: 60, requests_ttl_s: 30 },
    })
    const invoke = invokeWith(runnerWith(skill, { runtimes: [runtime], egress: shared }), undefined, cache)
    const principal = principalFrom('main', { id: 'ada', role: 'agent' })
    const input = { action: 'ask', params: {}, config: {} }
    const { signal } = new AbortController()
    await invoke({ skill: 'aged', input, ...contextOf(principal), signal, isFresh })
    return { kept, sharedMs: opened.map(({ sharedMs }) => sharedMs) }
  }

  it('counts against the time for which the answer is kept, also while its requests were shared', async () => {
    const { kept, sharedMs } = await answerAged(20)
    expect(kept[0]).toBeGreaterThan(0)
    expect(kept[0]).toBeLessThanOrEqual(40)
    expect(sharedMs).toEqual([30_000])
  })

  it('is that of its own requests if the answer must be fresh', async () => {
    expect((await answerAged(0, true)).sharedMs).toEqual([0])
  })
})

/** A skill with permissions that make its answers depend on the call itself. */
function callerSkill(permissions: object, find: (execution: RuntimeExecution) => Promise<Json>) {
  let runs = 0
  const runtime = fakeRuntime(async (execution) => {
    runs += 1
    return { kind: 'returned', value: { results: [{ found: await find(execution) }] }, fuelUsed: 0 }
  })
  const skill = testManifest({
    name: 'own',
    permissions,
    input_schema: { ask: { type: 'object' } },
    cache: { ttl_s: 60 },
  })
  const memory: MemorySource = async ({ id }) => [`of ${id}`]
  const invoke = invokeWith(runnerWith(skill, { runtimes: [runtime], services: { ...withoutServices, memory } }))
  const ask = async (id: string): Promise<unknown> => {
    const input = { action: 'ask', params: {}, config: {} }
    const principal = principalFrom('main', { id, role: 'agent' })
    const answer = await invoke({ skill: 'own', input, ...contextOf(principal), signal: new AbortController().signal })
    if (answer.kind !== 'answered' || answer.output.status !== 'success') throw new Error(JSON.stringify(answer))
    return answer.output.results[0]
  }
  return { ask, runs: () => runs }
}
