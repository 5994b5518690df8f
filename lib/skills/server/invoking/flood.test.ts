import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { principalFrom } from '#runner/contract/principal.ts'
import { engineOf } from '#runner/egress/testing/engine-fixture.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { fakeRuntime, runnerWith } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { invokeWith } from './testing/invoke-with.ts'

const host = 'api.example.com'
const manifest = testManifest({
  name: 'search',
  permissions: { network: { egress: [host] } },
  input_schema: { ask: { type: 'object', properties: { n: { type: 'string' } } } },
  cache: { ttl_s: 60 },
  rate: { per_second: 10, min_interval_ms: 100 },
})

/** The pacer's timers, which run only on command. The deadlines of requests are longer, and never come. */
function createPacerTime() {
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  let nowMs = 0
  return {
    clock: { now: () => nowMs, monotonic: () => nowMs },
    after: (ms: number, callback: () => void) => {
      const timer = { atMs: nowMs + ms, callback }
      if (ms <= 1000) timers.add(timer)
      return () => void timers.delete(timer)
    },
    /** Runs the next timer. */
    tick() {
      const [next] = [...timers].toSorted((one, other) => one.atMs - other.atMs)
      if (next === undefined) return
      timers.delete(next)
      nowMs = Math.max(nowMs, next.atMs)
      next.callback()
    },
  }
}

test('a search waits for at most one request of another address, which sends 300 searches as 300 guests', async () => {
  await using provider = await startServer((_, response) => void response.end('{}'), { secure: false })
  const { tick, ...time } = createPacerTime()
  const upstream = { [host]: { url: `http://127.0.0.1:${provider.port}`, data: 'test' } } as const
  await using egress = engineOf({ upstream, ...time })
  const runtime = fakeRuntime(async ({ host: calls, input }) => {
    await calls.call('fetch', { url: `https://${host}/${input.params.n}`, method: 'GET' }, 1)
    return { kind: 'returned', value: { results: [] }, fuelUsed: 0 }
  })
  const invoke = invokeWith(runnerWith(manifest, { runtimes: [runtime], egress }))
  const search = (n: string, guest: string, limitKey: string) =>
    invoke({
      skill: 'search',
      input: { action: 'ask', params: { n }, config: {} },
      principal: principalFrom('public', { id: guest, role: 'guest' }),
      limitKey,
      signal: new AbortController().signal,
    })
  const flood = Array.from({ length: 300 }, (_, n) => search(`${n}`, `guest ${n}`, 'address 1'))
  const others = [search('other', 'another guest', 'address 2'), search('7', 'another guest', 'address 2')]
  // All searches reach the queue before the second request starts.
  for (let turn = 0; turn < 100; turn++) await setImmediate()
  for (let sent = 1; sent <= 5; sent++) {
    while (provider.seen.length < sent) await setImmediate()
    if (sent < 5) tick()
  }
  expect(provider.seen.map(({ path }) => path)).toEqual(['/0', '/1', '/other', '/2', '/7'])
  expect(await Promise.all(others)).toMatchObject(
    others.map(() => ({ kind: 'answered', output: { status: 'success' } })),
  )
  await egress[Symbol.asyncDispose]()
  await Promise.all(flood)
})
