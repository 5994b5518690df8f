import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { needs } from '../../../scripts/testing/needs.ts'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { LoadedSkill } from '../../core/skill.ts'
import type { Runtime } from '../runtime.ts'
import { executionOf, skillOf, testLimits } from '../testing/conformance/harness.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { silentLog } from './testing/silent-log.ts'

const running: Runtime[] = []
afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime[Symbol.asyncDispose]()
})

/** A runtime with one worker for skills. On a busy machine, a guest may be late to notice its stop request. */
async function start(scriptWorkers: number, idleMs?: number): Promise<Runtime> {
  const runtime = await createQuickJsRuntime({
    projectRoot: process.cwd(),
    log: silentLog,
    workers: 1,
    scriptWorkers,
    stopGraceMs: 20_000,
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  running.push(runtime)
  return runtime
}

const sentByCaller = (skill: LoadedSkill): LoadedSkill => ({ ...skill, isScript: true })
const returns = skillOf('({ params }) => params.n')
const script = sentByCaller(returns)
const endless = sentByCaller(skillOf('async () => { await time.offset([]); for (;;); }'))

/** Starts scripts that compute until they are stopped. Resolves when `holding` of them run. */
async function loops(runtime: Runtime, fairKeys: readonly string[], holding: number) {
  const controller = new AbortController()
  const { promise: hold, resolve } = Promise.withResolvers<void>()
  let started = 0
  let ended = 0
  const outcomes = fairKeys.map(async (fairKey) => {
    const outcome = await runtime.run(
      executionOf(endless, {
        fairKey,
        limits: { ...testLimits, fuel: 1_000_000_000 },
        signal: controller.signal,
        answer: () => {
          started += 1
          if (started === holding) resolve()
          return { kind: 'value', value: [] }
        },
      }),
    )
    ended += 1
    return outcome
  })
  await hold
  return {
    ended: () => ended,
    stop() {
      controller.abort({ code: 'CANCELLED' })
      return Promise.all(outcomes)
    },
  }
}

test.each([
  ['one principal', Array.from({ length: 40 }, () => 'ada'), 1],
  ['many principals', Array.from({ length: 40 }, (_, n) => `principal ${n}`), 3],
])('a skill starts at once while endless scripts of %s hold every worker for scripts', async (_, keys, holding) => {
  const runtime = await start(3)
  const endlessOnes = await loops(runtime, keys, holding)
  const outcome = await runtime.run(executionOf(returns, { fairKey: 'traveler', params: { n: 7 } }))
  expect(outcome).toMatchObject({ kind: 'returned', value: 7 })
  expect(endlessOnes.ended()).toBe(0)
  for (const ended of await endlessOnes.stop()) expect(ended).toMatchObject({ code: 'CANCELLED' })
})

test('endless scripts of one principal delay no script of another while each principal has a worker', async () => {
  const runtime = await start(3)
  const endlessOnes = await loops(runtime, [...Array(20).fill('ada'), ...Array(20).fill('ben')], 2)
  for (const n of [1, 2, 3]) {
    const outcome = await runtime.run(executionOf(script, { fairKey: 'cleo', params: { n } }))
    expect(outcome).toMatchObject({ kind: 'returned', value: n })
  }
  expect(endlessOnes.ended()).toBe(0)
  await endlessOnes.stop()
})

test('principals share the workers for scripts when there are fewer workers than principals', async () => {
  const runtime = await start(2)
  const outcomes = Array.from({ length: 50 }, (_, n) =>
    runtime.run(executionOf(script, { fairKey: `principal ${n % 10}`, params: { n } })),
  )
  expect(await Promise.all(outcomes)).toMatchObject(outcomes.map((_, value) => ({ kind: 'returned', value })))
})

/** A time limit that records when it is paused and resumed. `paused(n)` resolves at the n-th pause. */
function notedLimit() {
  const notes: string[] = []
  const pauses = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    notes,
    paused: (times: number) => pauses[times - 1]?.promise,
    pause: () => {
      notes.push('pause')
      pauses[notes.filter((note) => note === 'pause').length - 1]?.resolve()
    },
    resume: () => void notes.push('resume'),
  }
}

test('a script’s time limit is paused while others use its worker, before its start and after answers', async () => {
  const runtime = await start(1)
  const timeLimit = notedLimit()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<HostAnswer>()
  const waits = sentByCaller(skillOf('async ({ params }) => { await time.offset([]); return params.n }'))
  const before = await loops(runtime, ['ada', 'ada', 'ada'], 1)
  const outcome = runtime.run(
    executionOf(waits, {
      fairKey: 'ben',
      params: { n: 7 },
      timeLimit,
      answer: () => {
        asked.resolve()
        return answer.promise
      },
    }),
  )
  await before.stop()
  timeLimit.notes.push('the first loops ended')
  await asked.promise
  const after = await loops(runtime, ['cleo', 'cleo'], 1)
  answer.resolve({ kind: 'value', value: [] })
  await timeLimit.paused(2)
  await after.stop()
  timeLimit.notes.push('the others ended')
  expect(await outcome).toMatchObject({ kind: 'returned', value: 7 })
  const turn = ['pause', expect.stringContaining('ended'), 'resume']
  expect(timeLimit.notes).toEqual([...turn, ...turn])
})

/** The number of threads of this process with this niceness. */
const threadsWith = (niceness: number) =>
  readdirSync('/proc/self/task').filter((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16]) === niceness
  }).length

const niceness = Math.min(19, getPriority() + 10)

test('the workers for scripts have a lower priority than the other threads', needs.linux, async () => {
  const before = threadsWith(niceness)
  const runtime = await start(2)
  await runtime.run(executionOf(script, { params: { n: 1 } }))
  expect(threadsWith(niceness)).toBeGreaterThan(before)
})

test(
  'idle workers for scripts end, except the last one, and start again when they are needed',
  needs.linux,
  async () => {
    const before = threadsWith(niceness)
    const runtime = await start(3, 100)
    const keys = ['ada', 'ben', 'cleo']
    for (const _ of [1, 2]) {
      const running = await loops(runtime, keys, keys.length)
      expect(threadsWith(niceness)).toBe(before + keys.length)
      for (const ended of await running.stop()) expect(ended).toMatchObject({ code: 'CANCELLED' })
      await vi.waitUntil(() => threadsWith(niceness) === before + 1, { timeout: 60_000 })
    }
    expect(await runtime.run(executionOf(script, { params: { n: 7 } }))).toMatchObject({ kind: 'returned', value: 7 })
  },
)
