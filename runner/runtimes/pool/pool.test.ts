import { resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { Json } from '../../contract/skill-io.ts'
import { createQuickJsRuntime, type QuickJsRuntimeOptions } from '../quickjs/create-quickjs-runtime.ts'
import { silentLog } from '../quickjs/testing/silent-log.ts'
import type { Runtime, RuntimeOutcome } from '../runtime.ts'
import { executionOf, skillOf, type TestExecution, testLimits } from '../testing/conformance/harness.ts'

const running: Runtime[] = []
afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime[Symbol.asyncDispose]()
})

async function start(options: Partial<QuickJsRuntimeOptions> = {}): Promise<Runtime> {
  const runtime = await createQuickJsRuntime({
    projectRoot: process.cwd(),
    workerPath: resolve('runner/runtimes/quickjs/testing/crashing-worker.ts'),
    heapMb: 32,
    log: silentLog,
    workers: 2,
    ...options,
  })
  running.push(runtime)
  return runtime
}

const computes = skillOf(
  '({ params }) => { let sum = 0; for (let n = 0; n < 1000; n++) sum += n; return [params.n, sum] }',
)
const waits = skillOf(`async ({ params }) => { await time.offset([]); return params.n }`)
/** Expects the runtime to run further executions. */
const continues = async (runtime: Runtime) =>
  expect(await runtime.run(executionOf(computes, { params: { n: 7 } }))).toMatchObject({ value: [7, 499_500] })
const crash = (runtime: Runtime, how: string) =>
  runtime.run(executionOf(skillOf('() => 1'), { params: { crash: how } }))

/** A host that holds back every answer until the test calls `open`. */
function gatedHost(expected: number, value: Json = []) {
  const gate = Promise.withResolvers<void>()
  const all = Promise.withResolvers<void>()
  let asked = 0
  const answer = async (): Promise<HostAnswer> => {
    asked += 1
    if (asked === expected) all.resolve()
    await gate.promise
    return { kind: 'value', value }
  }
  return { answer, open: gate.resolve, allAsked: all.promise }
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const codesOf = (outcomes: readonly RuntimeOutcome[]) =>
  new Set(outcomes.map((outcome) => (outcome.kind === 'failed' ? outcome.code : outcome.kind)))

describe('a worker that ends', () => {
  test('loses no execution that has made no host call', async () => {
    const runtime = await start()
    const work = (from: number) => times(25, (n) => runtime.run(executionOf(computes, { params: { n: from + n } })))
    const before = work(0)
    const crashed = crash(runtime, 'exit')
    const outcomes = await Promise.all([...before, ...work(25)])
    expect(outcomes.map((outcome) => outcome.kind === 'returned' && outcome.value)).toEqual(
      times(50, (n) => [n, 499_500]),
    )
    // An execution that crashes workers is not tried again and again.
    expect(await crashed).toMatchObject({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE' })
    await continues(runtime)
  })

  test.each(['exit', 'throw', 'heap', 'odd message'])(
    'by %s: ends executions that have made host calls, with a clear reason, and leaves the other worker alone',
    async (how) => {
      const runtime = await start()
      const host = gatedHost(50)
      const waiting = times(50, (n) => runtime.run(executionOf(waits, { params: { n }, answer: host.answer })))
      await host.allAsked
      const crashed = await crash(runtime, how)
      host.open()
      const outcomes = await Promise.all(waiting)
      expect(crashed).toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
      // The executions on the lost worker fail; those on the other worker return.
      expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['failed', 'returned']))
      for (const [n, outcome] of outcomes.entries()) {
        if (outcome.kind === 'returned') expect(outcome.value).toBe(n)
        else expect(outcome).toMatchObject({ code: 'RUNTIME_UNAVAILABLE', detail: expect.stringContaining('replaced') })
      }
      await continues(runtime)
    },
  )
})

test('a pool that loses all its workers at once continues with new ones', async () => {
  const runtime = await start({ workers: 3 })
  const host = gatedHost(3, { crash: 'exit' })
  const waiting = times(3, (n) => runtime.run(executionOf(waits, { params: { n }, answer: host.answer })))
  await host.allAsked
  host.open()
  expect(codesOf(await Promise.all(waiting))).toEqual(new Set(['RUNTIME_UNAVAILABLE']))
  await continues(runtime)
})

test('a worker that hangs is replaced and reported: its execution ends with TIMEOUT, and the next one runs', async () => {
  const replaced: string[] = []
  const runtime = await start({ workers: 1, silenceMs: 50, workerReplaced: (name) => void replaced.push(name) })
  await continues(runtime)
  const controller = new AbortController()
  const hanging = runtime.run(executionOf(skillOf('() => 1'), { params: { crash: 'hang' }, signal: controller.signal }))
  const waiting = continues(runtime)
  controller.abort({ code: 'TIMEOUT' })
  expect(await hanging).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
  await waiting
  expect(replaced).toEqual(['quickjs'])
})

describe('a guest that ignores a stop request', () => {
  // A native built-in runs for seconds on a value of this size, and never checks for a stop request.
  const stuck = skillOf(
    `async () => { await time.offset([]); return Array(3e7).join('').length + Array(2e8).join('') }`,
  )
  const limits = { ...testLimits, fuel: 1_000_000, memoryMb: 512 }

  test('loses its worker; waiting executions end, and executions without host calls move to another worker', async () => {
    const runtime = await start({ workers: 1, stopGraceMs: 5 })
    const host = gatedHost(49)
    const waiting = times(49, (n) => runtime.run(executionOf(waits, { params: { n }, answer: host.answer })))
    await host.allAsked
    const controller = new AbortController()
    const bystander = Promise.withResolvers<RuntimeOutcome>()
    const test: TestExecution = {
      limits,
      signal: controller.signal,
      answer: () => {
        setImmediate(() => {
          bystander.resolve(runtime.run(executionOf(computes, { params: { n: 7 } })))
          controller.abort({ code: 'TIMEOUT' })
        })
        return { kind: 'value', value: [] }
      },
    }
    expect(await runtime.run(executionOf(stuck, test))).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
    expect(await bystander.promise).toMatchObject({ kind: 'returned', value: [7, 499_500] })
    expect(codesOf(await Promise.all(waiting))).toEqual(new Set(['RUNTIME_UNAVAILABLE']))
    host.open()
    await continues(runtime)
  })
})

describe('a guest that receives a stop request', () => {
  test('stops in the middle of a loop, and its worker continues', async () => {
    const runtime = await start({ workers: 1, stopGraceMs: 20_000 })
    const host = gatedHost(1)
    const waiting = runtime.run(executionOf(waits, { params: { n: 1 }, answer: host.answer }))
    await host.allAsked
    const controller = new AbortController()
    const loops = skillOf('async () => { await time.offset([]); for (;;); }')
    const outcome = await runtime.run(
      executionOf(loops, {
        limits: { ...testLimits, fuel: 1_000_000 },
        signal: controller.signal,
        answer: () => {
          setImmediate(() => controller.abort({ code: 'TIMEOUT' }))
          return answersAtOnce()
        },
      }),
    )
    expect(outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
    host.open()
    expect(await waiting).toMatchObject({ kind: 'returned', value: 1 })
    await continues(runtime)
  })
})

describe('a pool under load', () => {
  test('isolates many waiting executions that share few VMs, and each uses as much fuel as it does alone', async () => {
    const runtime = await start({ workers: 1, instancesPerWorker: 2 })
    const alone = await runtime.run(executionOf(waits, { params: { n: 100 }, answer: answersAtOnce }))
    const host = gatedHost(300)
    const waiting = times(300, (n) => runtime.run(executionOf(waits, { params: { n: 100 + n }, answer: host.answer })))
    await host.allAsked
    host.open()
    const outcomes = await Promise.all(waiting)
    expect(outcomes).toEqual(times(300, (n) => ({ ...alone, value: 100 + n })))
  })

  test('queues executions beyond the capacity of its workers, and rejects those beyond the queue limit', async () => {
    const runtime = await start({ workers: 1, executionsPerWorker: 1, maxQueued: 1 })
    const host = gatedHost(1)
    const run = (n: number) => runtime.run(executionOf(waits, { params: { n }, answer: host.answer }))
    const [first, second] = [run(1), run(2)]
    expect(await run(3)).toMatchObject({ kind: 'failed', code: 'RATE_LIMITED' })
    host.open()
    expect(await Promise.all([first, second])).toMatchObject([{ value: 1 }, { value: 2 }])
  })

  test('lets principals take turns: a flood from one delays the single execution of another by one turn', async () => {
    const runtime = await start({ workers: 1, executionsPerWorker: 1 })
    const order: string[] = []
    const host = gatedHost(1)
    const run = (fairKey: string, n: number, answer: () => HostAnswer | Promise<HostAnswer> = answersAtOnce) =>
      runtime.run(executionOf(waits, { fairKey, params: { n }, answer })).then(() => order.push(`${fairKey} ${n}`))
    const first = run('flood', 0, host.answer)
    const flood = times(50, (n) => run('flood', 1 + n))
    const others = [run('ada', 1), run('ben', 1), run('ada', 2)]
    await host.allAsked
    host.open()
    await Promise.all([first, ...flood, ...others])
    expect(order.slice(0, 6)).toEqual(['flood 0', 'flood 1', 'ada 1', 'ben 1', 'flood 2', 'ada 2'])
  })

  test('principals also take turns within one worker, both to start executions and to receive answers', async () => {
    const runtime = await start({ workers: 1, turnsAhead: 1 })
    const order: string[] = []
    const hosts = [gatedHost(40), gatedHost(1)]
    const run = (fairKey: string, n: number, host = gatedHost(1)) =>
      runtime
        .run(executionOf(waits, { fairKey, params: { n }, answer: host.answer }))
        .then(() => order.push(`${fairKey} ${n}`))
    const flood = times(40, (n) => run('flood', n, hosts[0]))
    const single = run('ada', 0, hosts[1])
    await Promise.all(hosts.map((host) => host.allAsked))
    for (const host of hosts) host.open()
    await Promise.all([...flood, single])
    expect(order.indexOf('ada 0')).toBeLessThan(3)
    expect(order.filter((name) => name !== 'ada 0')).toEqual(times(40, (n) => `flood ${n}`))
  })

  test('uses no turn for answers to executions that have ended', async () => {
    const runtime = await start({ workers: 1, turnsAhead: 1 })
    const races = skillOf('() => Promise.race([1, 2, 3, 4, 5].map((n) => time.offset([]).then(() => n)))')
    for (let round = 0; round < 3; round += 1) {
      const host = gatedHost(40)
      const all = times(8, (n) => runtime.run(executionOf(races, { fairKey: `key ${n % 3}`, answer: host.answer })))
      await host.allAsked
      host.open()
      expect(codesOf(await Promise.all(all))).toEqual(new Set(['returned']))
    }
    await continues(runtime)
  })

  test('leaves capacity for others while one principal waits for a slow host', async () => {
    const runtime = await start({ workers: 1, executionsPerWorker: 4 })
    const host = gatedHost(3)
    const flood = times(10, (n) =>
      runtime.run(executionOf(waits, { fairKey: 'flood', params: { n }, answer: host.answer })),
    )
    await host.allAsked
    const other = await runtime.run(executionOf(waits, { fairKey: 'ada', params: { n: 7 }, answer: answersAtOnce }))
    expect(other).toMatchObject({ value: 7 })
    host.open()
    expect(codesOf(await Promise.all(flood))).toEqual(new Set(['returned']))
  })

  test('a full queue rejects an execution of the principal with the most executions, with a retry time', async () => {
    const runtime = await start({ workers: 1, executionsPerWorker: 1, maxQueued: 3 })
    const host = gatedHost(1)
    const run = (fairKey: string, n: number, answer: () => HostAnswer | Promise<HostAnswer> = answersAtOnce) =>
      runtime.run(executionOf(waits, { fairKey, params: { n }, answer }))
    const flood = [run('flood', 0, host.answer), ...times(3, (n) => run('flood', 1 + n))]
    const other = run('ada', 9)
    const refused = await flood[3]
    expect(refused).toMatchObject({ kind: 'failed', code: 'RATE_LIMITED', fuelUsed: 0, retryAfterMs: 1000 })
    host.open()
    expect(await Promise.all([...flood.slice(0, 3), other])).toMatchObject([0, 1, 2, 9].map((value) => ({ value })))
  })

  test('removes an aborted execution from the queue', async () => {
    const runtime = await start({ workers: 1, executionsPerWorker: 1, maxQueued: 1 })
    const host = gatedHost(1)
    const first = runtime.run(executionOf(waits, { params: { n: 1 }, answer: host.answer }))
    const controller = new AbortController()
    const queued = runtime.run(executionOf(waits, { params: { n: 2 }, signal: controller.signal }))
    controller.abort({ code: 'CANCELLED' })
    expect(await queued).toMatchObject({ code: 'CANCELLED', fuelUsed: 0 })
    const third = runtime.run(executionOf(computes, { params: { n: 3 } }))
    host.open()
    expect(await Promise.all([first, third])).toMatchObject([{ value: 1 }, { value: [3, 499_500] }])
  })

  test('never passes a late answer for an ended execution to another execution', async () => {
    const runtime = await start({ workers: 1, instancesPerWorker: 1 })
    const host = gatedHost(1)
    const controller = new AbortController()
    const ended = runtime.run(executionOf(waits, { params: { n: 1 }, answer: host.answer, signal: controller.signal }))
    await host.allAsked
    controller.abort({ code: 'TIMEOUT' })
    expect(await ended).toMatchObject({ code: 'TIMEOUT' })
    host.open()
    const next = await runtime.run(executionOf(waits, { params: { n: 2 }, answer: answersAtOnce }))
    expect(next).toMatchObject({ value: 2 })
  })
})

describe('a pool that is closed, cannot start, or has a broken host', () => {
  test('ends every execution on close', async () => {
    const runtime = await start({ workers: 1, executionsPerWorker: 1 })
    const host = gatedHost(1)
    const both = times(2, (n) => runtime.run(executionOf(waits, { params: { n }, answer: host.answer })))
    await host.allAsked
    await runtime[Symbol.asyncDispose]()
    expect(codesOf(await Promise.all(both))).toEqual(new Set(['RUNTIME_UNAVAILABLE']))
    expect(await runtime.run(executionOf(computes))).toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
  })

  test('reports workers that do not start', async () => {
    const runtime = await start({ workerPath: resolve('runner/runtimes/pool/no-such-worker.ts') })
    expect(await runtime.run(executionOf(computes))).toMatchObject({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE' })
    await expect(runtime.probe()).rejects.toThrow('does not work')
  })

  test('rejects an execution whose host throws, because that is a bug', async () => {
    const runtime = await start({ workers: 1 })
    const broken = () => {
      throw new Error('broken seam')
    }
    await expect(runtime.run(executionOf(waits, { answer: broken }))).rejects.toThrow('broken seam')
    await continues(runtime)
  })
})

function answersAtOnce(): HostAnswer {
  return { kind: 'value', value: [] }
}
