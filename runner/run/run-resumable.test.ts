import { resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instructionsPerUnit } from '../contract/fuel.ts'
import type { HostSeam } from '../contract/host-seam.ts'
import type { JournalEntry } from '../contract/journal.ts'
import type { EgressSession } from '../egress/session.ts'
import type { DurableJournal } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { createUnruly, randomSkill } from '../journal/testing/random-skills.ts'
import { codeOf, createRecordedRunner, type FakeFetch, host, response } from '../journal/testing/recorded-runner.ts'
import { sessionWithoutFetch } from '../operations/testing/session-without-fetch.ts'
import { testSeam } from '../operations/testing/test-seam.ts'
import { createQuickJsRuntime } from '../runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { executionOf, skillOf } from '../runtimes/testing/conformance/harness.ts'
import { reopen } from './reopen.ts'
import { runResumable } from './run-resumable.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({
    projectRoot: process.cwd(),
    workerPath: resolve('runner/runtimes/quickjs/testing/crashing-worker.ts'),
    log: silentLog,
    workers: 1,
  })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** Crashes the only worker with a separate execution. */
const loseTheWorker = () => runtime.run(executionOf(skillOf('() => 1'), { params: { crash: 'exit' } }))

const asks = (method: string) => `async () => {
  const results = [{ random: Math.random() }]
  console.log('starts')
  for (const path of ['/1', '/2', '/3', '/4']) {
    const response = await fetch('https://${host}' + path, { method: '${method}' })
    results.push(await response.json())
    console.log('got ' + path)
  }
  return { results }
}`
const echo: FakeFetch = async ({ url }) => response(JSON.stringify({ url }))
const pathsOf = (asked: readonly { url: string }[]) => asked.map(({ url }) => new URL(url).pathname)

const isOfTheSkill = (line: string) => line.startsWith('skill: ')
const goesOn = (line: string) => line.includes('resumes from its journal')

/** A network that crashes the worker during requests to these paths. */
const losingAt =
  (...paths: string[]): FakeFetch =>
  async (request, ...rest) => {
    if (paths.includes(new URL(request.url).pathname)) await loseTheWorker()
    return echo(request, ...rest)
  }

test.for(['GET', 'POST'])('an execution resumes after a lost worker, and repeats no %s request', async (method) => {
  const runner = createRecordedRunner(runtime, losingAt('/2', '/4'))
  const { id, output, end } = await runner.run(asks(method))
  expect(output).toMatchObject({
    status: 'success',
    results: [{}, ...['/1', '/2', '/3', '/4'].map((path) => ({ url: `https://${host}${path}` }))],
  })
  expect(pathsOf(runner.asked)).toEqual(['/1', '/2', '/3', '/4'])
  expect(runner.lines.filter(isOfTheSkill).map((line) => line.trim())).toEqual([
    'skill: starts',
    ...['/1', '/2', '/3', '/4'].map((path) => `skill: got ${path}`),
  ])
  expect(end.journal.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(await runner.replay(id)).toMatchObject({ kind: 'same', fuelUsed: end.fuelUsed / instructionsPerUnit })
})

test('repeats no call and replays to the same result, wherever the worker is lost', async () => {
  const moment = fc.record({ request: fc.nat(5), turns: fc.nat(4) })
  await fc.assert(
    fc.asyncProperty(randomSkill, fc.array(fc.nat(4), { minLength: 1 }), moment, async (code, delays, lost) => {
      const network = createUnruly(delays)
      const losses: Promise<unknown>[] = []
      let requests = 0
      const runner = createRecordedRunner(runtime, (request, ...rest) => {
        if (requests++ === lost.request) losses.push(loseTheWorker())
        return network(request, ...rest)
      })
      const { id, output, end } = await runner.run(code)
      await Promise.all(losses)
      expect(codeOf(output)).not.toBe('RUNTIME_UNAVAILABLE')
      expect(runner.asked).toHaveLength(end.journal.filter(({ op }) => op === 'fetch').length)
      expect(await runner.replay(id)).toMatchObject({ kind: 'same', fuelUsed: end.fuelUsed / instructionsPerUnit })
    }),
    { numRuns: 8 },
  )
})

test('does not resume an execution whose own code was running when its worker was lost', async () => {
  const runner = createRecordedRunner(runtime, async ({ url }) => ({
    ...response('{}'),
    ...(url.endsWith('/2') ? { headers: [['crash', 'exit']] } : {}),
  }))
  const { output } = await runner.run(asks('GET'))
  expect(codeOf(output)).toBe('RUNTIME_UNAVAILABLE')
  expect(pathsOf(runner.asked)).toEqual(['/1', '/2'])
  expect(runner.lines.filter(goesOn)).toEqual([])
})

test('does not restart the time limit after a lost worker', async () => {
  const runner = createRecordedRunner(runtime, async (request, ...rest) => {
    if (!request.url.endsWith('/2')) return echo(request, ...rest)
    await loseTheWorker()
    return new Promise(() => {})
  })
  const { output } = await runner.run(asks('GET'), { limits: { timeout_ms: 1000 } })
  expect(codeOf(output)).toBe('TIMEOUT')

  let skippedMs = 0
  const clock = { now: () => Date.now(), monotonic: () => performance.now() + skippedMs }
  const left: number[] = []
  const slow: FakeFetch = async (request, signal, leftMs) => {
    if (request.url.endsWith('/2')) skippedMs = 50_000
    if (request.url.endsWith('/3')) left.push(leftMs())
    return losingAt('/2')(request, signal, leftMs)
  }
  const resumed = await createRecordedRunner(runtime, slow, { clock }).run(asks('GET'))
  expect(resumed.output).toMatchObject({ status: 'success' })
  expect(left).toEqual([expect.any(Number)])
  expect(left[0]).toBeLessThanOrEqual(10_000)
})

test('executions resume and repeat no call after another’s endless built-in call ended their worker', async () => {
  const open = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const neighbours = waiting.map(({ resolve: waits }) =>
    createRecordedRunner(runtime, async (request, ...rest) => {
      if (request.url.endsWith('/2')) {
        waits()
        await open.promise
      }
      return echo(request, ...rest)
    }),
  )
  const outcomes = neighbours.map((runner) => runner.run(asks('GET')))
  await Promise.all(waiting.map(({ promise }) => promise))

  const bomber = createRecordedRunner(runtime, echo)
  const bomb = `() => ({ results: [Array(2e8).join('')] })`
  const { output } = await bomber.run(bomb, { limits: { fuel: 100_000, timeout_ms: 1000, memory_mb: 512 } })
  expect(codeOf(output)).toBe('TIMEOUT')

  open.resolve()
  for (const { output } of await Promise.all(outcomes)) expect(output).toMatchObject({ status: 'success' })
  for (const { asked, lines } of neighbours) {
    expect(pathsOf(asked)).toEqual(['/1', '/2', '/3', '/4'])
    expect(lines.filter(goesOn)).toHaveLength(1)
  }
})

describe('an execution that another process began and that loses its worker here', () => {
  const writer = createJournalWriter(async () => {})
  const permissions = { network: { egress: [host], methods: ['POST' as const] } }

  function seamWith(durable: DurableJournal, asked: string[]) {
    const session: EgressSession = {
      ...sessionWithoutFetch([]),
      fetch: async ({ url }) => {
        asked.push(url)
        return response('{}')
      },
    }
    return testSeam(permissions, { session, durable })
  }

  /** Resumes from `journal`. The worker is lost before its guest makes a call; the next guest makes `calls`. */
  async function resume(journal: readonly JournalEntry[], calls: (guest: HostSeam) => Promise<unknown>) {
    const answers = createMemoryAnswers()
    const asked: string[] = []
    const reopened = await reopen({ journal }, answers)
    if (typeof reopened === 'number') throw new Error('Expected all answers to be stored')
    const seam = seamWith({ writer, ...reopened }, asked)
    let runs = 0
    const losingFirst: Runtime = {
      ...runtime,
      async run({ host: guest }) {
        runs += 1
        if (runs === 1) {
          return { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail: 'lost', canResume: true, fuelUsed: 0 }
        }
        return { kind: 'returned', value: Object(await calls(guest)), fuelUsed: 0 }
      },
    }
    const { host: _host, ...execution } = executionOf(skillOf('() => 1'))
    const ports = { answers, log: silentLog, comparesFuel: true }
    const { outcome } = await runResumable(losingFirst, execution, seam, ports, reopened.goOn)
    expect(runs).toBe(2)
    return { seam, asked, outcome }
  }

  test('counts the lines of the first process in its log budget', async () => {
    const line = { level: 'info', text: 'x'.repeat(30_000) }
    const first = seamWith({ writer, past: [], known: 0 }, [])
    for (let n = 0; n < 2; n += 1) await first.call('console.log', line, 1)
    const { seam } = await resume(first.journal, async (guest) => {
      for (let n = 0; n < 4; n += 1) await guest.call('console.log', line, 1)
    })
    expect(seam.journal.map(({ seq }) => seq)).toEqual([0, 1])
  })

  test('repeats no request that was in flight when the first process ended', async () => {
    const args = { url: `https://${host}/`, method: 'POST', headers: [], body: null, timeoutMs: null }
    const first = seamWith({ writer, past: [], known: 0 }, [])
    const answered = first.call('fetch', args, 1)
    const { journal } = first
    await answered
    expect(journal).toMatchObject([{ result: { kind: 'unanswered' } }])
    const { outcome, asked } = await resume(journal, (guest) => guest.call('fetch', args, 1))
    expect(outcome).toMatchObject({ value: { kind: 'end', code: 'INTERRUPTED' } })
    expect(asked).toEqual([])
  })
})
