import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import { createTimeLimit } from '../../core/time-limit.ts'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import type { Runtime } from '../runtime.ts'
import { executionOf, skillOf, testLimits } from '../testing/conformance/harness.ts'
import { createContainerRuntime } from './create-container-runtime.ts'

// The test controls these timers. Messages of worker threads use none of them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const clock = { now: () => Date.now(), monotonic: () => Date.now() }
const script = { ...skillOf('() => 1'), isScript: true } as const

/** A runtime with one slot for scripts, and a worker whose programs end when their host call is answered. */
async function openRuntime() {
  const folder = await mkdtemp(join(tmpdir(), 'slots-'))
  const runtime = createContainerRuntime({
    imagesCommand: 'travel skill images',
    workerPath: resolve('runner/runtimes/container/testing/asking-worker.ts'),
    engine: { kind: 'socket', path: '/nowhere' },
    egress: ['socket'],
    caFolder: folder,
    socketRoot: folder,
    instance: 'inst_test',
    liveInstances: async () => new Set(),
    loadImages: async () => ({ imageOf: () => ({ tag: 'script:1' }), probe: { tag: 'base:1' } }),
    clock,
    log: silentLog,
    containers: 1,
  })
  expect(await runtime.status()).toMatchObject({ kind: 'on' })
  return {
    runtime,
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a script. `limit`: the caller's time limit. */
function start(runtime: Runtime, fairKey: string, timeoutMs: number) {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<HostAnswer>()
  const paused = Promise.withResolvers<void>()
  const limit = createTimeLimit(timeoutMs, clock)
  const timeLimit = {
    pause() {
      limit.pause()
      paused.resolve()
    },
    resume: limit.resume,
  }
  const outcome = runtime.run(
    executionOf(script, {
      fairKey,
      limits: { ...testLimits, timeoutMs },
      signal: limit.signal,
      timeLimit,
      answer: () => {
        asked.resolve()
        return answer.promise
      },
    }),
  )
  return {
    limit,
    asked: asked.promise,
    paused: paused.promise,
    outcome,
    answer: () => answer.resolve({ kind: 'value', value: [] }),
  }
}

test('a script’s time limit starts only when the script gets a container slot', async () => {
  await using opened = await openRuntime()
  const first = start(opened.runtime, 'ada', 3_600_000)
  await first.asked
  const second = start(opened.runtime, 'ben', 10_000)
  await second.paused
  vi.advanceTimersByTime(60_000)
  expect(second.limit.leftMs()).toBe(10_000)
  first.answer()
  expect(await first.outcome).toMatchObject({ kind: 'returned', value: 1 })
  await second.asked
  vi.advanceTimersByTime(9999)
  expect([second.limit.leftMs(), second.limit.signal.aborted]).toEqual([1, false])
  second.answer()
  expect(await second.outcome).toMatchObject({ kind: 'returned', value: 1 })
})

test('a script with a slot ends at its time limit', async () => {
  await using opened = await openRuntime()
  const late = start(opened.runtime, 'ada', 10_000)
  await late.asked
  vi.advanceTimersByTime(10_000)
  // What its container printed may still arrive for a moment.
  vi.advanceTimersByTime(1000)
  expect(await late.outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
})
