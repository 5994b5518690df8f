import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import { createTimeLimit } from '../../core/time-limit.ts'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import type { Runtime } from '../runtime.ts'
import { executionOf, skillOf, testLimits } from '../testing/conformance/harness.ts'
import { type ContainerRuntimeOptions, createContainerRuntime } from './create-container-runtime.ts'
import { engineAbsence } from './engine-absence.ts'

/** A runtime beside the folder of another instance, with a worker whose programs end when their host call is answered. */
async function openRuntime(options: Partial<ContainerRuntimeOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'runtime-'))
  await mkdir(join(folder, 'inst_other'))
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
    clock: { now: Date.now, monotonic: () => performance.now() },
    log: silentLog,
    ...options,
  })
  return {
    runtime,
    hasOther: () => existsSync(join(folder, 'inst_other')),
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

describe('an engine that is absent', () => {
  test('is described in the words of a connection that fails', async () => {
    expect(await engineAbsence({ kind: 'socket', path: '/nowhere/engine.sock' })).toBe(
      'no engine answers (ENOENT): it could not describe itself',
    )
  })

  test('is not assumed where one may be', async () => {
    expect(await engineAbsence({ kind: 'socket', path: tmpdir() })).toBeUndefined()
    expect(await engineAbsence({ kind: 'tcp', host: '127.0.0.1', port: 1 })).toBeUndefined()
  })

  test('turns the runtime off, which starts no worker, and starts one when the engine is there', async () => {
    let [now, loaded] = [0, 0]
    let absence: string | undefined = 'no engine answers'
    await using opened = await openRuntime({
      absence: async () => absence,
      loadImages: async () => {
        loaded += 1
        return { imageOf: () => ({ tag: 'script:1' }), probe: { tag: 'base:1' } }
      },
      clock: { now: () => now, monotonic: () => now },
      retryMs: 1000,
    })
    expect(await opened.runtime.status()).toMatchObject({
      kind: 'off',
      reason: 'no engine answers',
      remedy: expect.stringContaining('install Docker'),
    })
    expect(loaded).toBe(0)
    absence = undefined
    now = 1000
    expect(await opened.runtime.status()).toMatchObject({ kind: 'on' })
    expect(loaded).toBe(1)
  })
})

describe('a sweep', () => {
  const live = new Set(['inst_other'])
  const gone = new Set<string>()

  test.each([
    ['keeps an instance that lives', [live], true],
    ['keeps an instance that was gone only for a moment', [gone, live], true],
    ['removes an instance that is still gone after a while', [gone, gone], false],
  ])('%s', async (_, looks, isKept) => {
    await using opened = await openRuntime({ liveInstances: async () => looks.shift() ?? gone, confirmGoneMs: 1 })
    await opened.runtime.sweep()
    expect(opened.hasOther()).toBe(isKept)
  })

  test('is completed by a runtime that closes', async () => {
    const looked = Promise.withResolvers<void>()
    await using opened = await openRuntime({
      liveInstances: async () => {
        looked.resolve()
        return gone
      },
      confirmGoneMs: 1,
    })
    const swept = opened.runtime.sweep()
    await looked.promise
    await opened.runtime[Symbol.asyncDispose]()
    await swept
    expect(opened.hasOther()).toBe(false)
  })
})

describe('the time limit of a script', () => {
  // The test controls these timers. Messages of worker threads use none of them.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  const clock = { now: () => Date.now(), monotonic: () => Date.now() }
  const script = { ...skillOf('() => 1'), isScript: true } as const
  /** One slot for scripts. */
  const openWithOneSlot = async () => {
    const opened = await openRuntime({ clock, containers: 1 })
    expect(await opened.runtime.status()).toMatchObject({ kind: 'on' })
    return opened
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

  test('starts only when it gets a container slot', async () => {
    await using opened = await openWithOneSlot()
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

  test('ends it when it has a slot', async () => {
    await using opened = await openWithOneSlot()
    const late = start(opened.runtime, 'ada', 10_000)
    await late.asked
    vi.advanceTimersByTime(10_000)
    // What its container printed may still arrive for a moment.
    vi.advanceTimersByTime(1000)
    expect(await late.outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
  })
})
