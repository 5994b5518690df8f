import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import { instructionsPerUnit } from '../contract/fuel.ts'
import { newId } from '../contract/ids.ts'
import type { JournalEntry, Recording } from '../contract/journal.ts'
import { quickjs } from '../contract/runtimes.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import { hashOf } from '../core/hash.ts'
import type { RecordedExecution } from '../core/ports.ts'
import { lastingPart } from '../journal/lasting-part.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { createUnruly, randomSkill } from '../journal/testing/random-skills.ts'
import { codeOf, createRecordedRunner, type FakeFetch, host, response } from '../journal/testing/recorded-runner.ts'
import { vendorKeys } from '../redact/testing/made-secrets.ts'
import { createQuickJsRuntime } from '../runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../runtimes/runtime.ts'
import { fakeRuntime } from '../testing/runner-fixture.ts'
import { createReplay, type FuelCheck } from './replay.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 2 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const at = (path: string) => `https://${host}${path}`
const echo: FakeFetch = async ({ url }) => response(JSON.stringify({ url, big: 'x'.repeat(9000) }))
const asksTwice = `async () => {
  const one = await (await fetch('${at('/one')}')).json()
  console.log('between')
  const two = await (await fetch('${at('/two')}')).json()
  return { results: [one, two, { random: Math.random(), now: Date.now() }] }
}`

describe('a replay', () => {
  test('reproduces output and fuel for any mix of calls and any order of answers', async () => {
    const delays = fc.array(fc.nat(6), { minLength: 1, maxLength: 12 })
    const codes = new Set<string | undefined>()
    await fc.assert(
      fc.asyncProperty(randomSkill, delays, async (code, turns) => {
        const runner = createRecordedRunner(runtime, createUnruly(turns))
        const { id, output, end } = await runner.run(code)
        const asked = runner.asked.length
        const replayed = await runner.replay(id)
        codes.add(codeOf(output))
        expect(replayed).toMatchObject({
          kind: 'same',
          fuelUsed: end.fuelUsed / instructionsPerUnit,
          endedOutside: undefined,
        })
        if (replayed.kind === 'same') expect(lastingPart(replayed.output)).toEqual(lastingPart(output))
        expect(runner.asked).toHaveLength(asked)
      }),
      { numRuns: 25 },
    )
    // The generated programs must reach each kind of end; otherwise the property would prove less than it claims.
    expect(codes).toEqual(new Set([undefined, 'API_UNAVAILABLE', 'SKILL_CRASHED', 'EGRESS_BLOCKED', 'OUT_OF_FUEL']))
  })

  test('sends no new request to the language model or the memory', async () => {
    let asked = 0
    const runner = createRecordedRunner(runtime, echo, {
      model: {
        predict: async (prompt) => ({ kind: 'text', text: `${prompt} answer ${++asked}${'x'.repeat(9000)}` }),
      },
      memory: async (_, { query }) => [`${query} entry ${++asked}`],
    })
    const { id, output } = await runner.run(
      `async () => ({ results: [{ said: await llm.predict('a'), found: await memory.recall('b') }] })`,
    )
    expect(output).toMatchObject({ results: [{ said: expect.stringMatching(/^a answer 1x/), found: ['b entry 2'] }] })
    expect(await runner.replay(id)).toMatchObject({ kind: 'same', hostCalls: 2 })
    expect(asked).toBe(2)
  })

  test('gives the same result in 20 concurrent replays', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const { id, end } = await runner.run(asksTwice)
    const results = await Promise.all(Array.from({ length: 20 }, () => runner.replay(id)))
    for (const result of results)
      expect(result).toMatchObject({ kind: 'same', fuelUsed: end.fuelUsed / instructionsPerUnit, hostCalls: 3 })
  })

  test('reproduces a redacted output and reveals nothing more', async () => {
    const key = Object.values(vendorKeys)[0] ?? ''
    const runner = createRecordedRunner(runtime, async () => response(key))
    const { id, output } = await runner.run(
      `async () => ({ results: [{ key: await (await fetch('${at('/key')}')).text() }], message: 'has a key' })`,
    )
    expect(output).toMatchObject({ results: [{ key: `[REDACTED...${key.slice(-4)}]` }], message: 'has a key' })
    const replayed = await runner.replay(id)
    expect(replayed.kind === 'same' && lastingPart(replayed.output)).toEqual(lastingPart(output))
  })

  test('has the same cost per host call for 500 calls as for 50', async () => {
    const runner = createRecordedRunner(runtime, async ({ url }) => response(url))
    const code = `async ({ params }) => {
      const results = []
      for (let n = 0; n < params.calls; n += 10) {
        const some = Array.from({ length: 10 }, async (_, at) => (await fetch('${at('/')}' + (n + at))).text())
        results.push({ some: await Promise.all(some) })
      }
      return { results }
    }`
    const stepsFor = async (calls: number) => {
      const limits = { host_calls: 1000, host_calls_in_flight: 64, fuel: 100_000 }
      const { id } = await runner.run(code, { params: { calls }, limits })
      let looks = 0
      const seen = (entry: JournalEntry) =>
        Object.defineProperty({ ...entry }, 'op', {
          get: () => {
            looks += 1
            return 'fetch' as const
          },
        })
      runner.edit(id, (recorded) => ({ ...recorded, journal: recorded.journal.map(seen) }))
      const before = runner.answers.reads()
      expect(await runner.replay(id)).toMatchObject({ kind: 'same', hostCalls: calls })
      return { looks, reads: runner.answers.reads() - before }
    }
    const [few, many] = [await stepsFor(50), await stepsFor(500)]
    expect(few.reads).toBe(50)
    expect(many).toEqual({ looks: 10 * few.looks, reads: 500 })
  })

  test('reproduces a cancelled execution up to its last answer', async () => {
    const controller = new AbortController()
    const runner = createRecordedRunner(runtime, async (request, ...rest) => {
      if (!request.url.endsWith('/two')) return echo(request, ...rest)
      controller.abort()
      return new Promise(() => {})
    })
    const { id, output } = await runner.run(asksTwice, { signal: controller.signal })
    expect(codeOf(output)).toBe('CANCELLED')
    expect(await runner.replay(id)).toMatchObject({
      kind: 'same',
      endedOutside: 'CANCELLED',
      hostCalls: 3,
      fuelCheck: 'ended_outside',
    })
  })

  test('names the call whose answer is no longer stored', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const { id } = await runner.run(asksTwice)
    const [first] = runner.answers.kept.keys()
    runner.answers.kept.delete(first ?? '')
    expect(await runner.replay(id)).toMatchObject({
      kind: 'refused',
      error: { code: 'NOT_FOUND', details: { answers: expect.stringContaining('host call 0 is no longer stored') } },
    })
  })

  test('does not accept a stored answer that was altered', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const { id } = await runner.run(asksTwice)
    const [first] = runner.answers.kept.keys()
    runner.answers.kept.set(first ?? '', Buffer.from('{"url":"https://evil.example"}'))
    expect(await runner.replay(id)).toMatchObject({ kind: 'refused', error: { code: 'NOT_FOUND' } })
  })

  test('uses the recorded release even if the skill has a newer release', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const { id, output } = await runner.run(asksTwice)
    runner.changeCode(id, asksTwice.replace('/two', '/three'))
    expect(await runner.replay(id)).toMatchObject({ kind: 'same', output })
    expect(runner.asked).toHaveLength(2)
  })

  test('returns NOT_FOUND and names the release if the release is no longer stored', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const { id } = await runner.run(asksTwice)
    runner.forgetRelease(id)
    expect(await runner.replay(id)).toMatchObject({
      error: {
        code: 'NOT_FOUND',
        details: { skill: expect.stringMatching(/^the release [0-9a-f]{64} of probe-1 is no longer stored$/) },
      },
    })
  })

  test('runs nothing in a runtime that the release’s tier excludes', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const { id } = await runner.run(asksTwice)
    runner.changeTier(id, 'untrusted')
    expect(await runner.replay(id)).toMatchObject({ kind: 'refused', error: { code: 'RUNTIME_UNAVAILABLE' } })
  })

  test('returns NOT_FOUND for an execution that was not recorded', async () => {
    const runner = createRecordedRunner(runtime, echo)
    const unknown = newId('exec', (size) => new Uint8Array(size))
    expect(await runner.replay(unknown)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })
})

describe('a replay says whether fuel was compared', () => {
  test.each<[FuelCheck, Partial<Recording>, Partial<Runtime>]>([
    ['compared', {}, {}],
    ['other_engine', { engines: ['an older one'] }, {}],
    ['engine_not_recorded', { engines: [] }, {}],
    ['not_counted', {}, { about: { ...quickjs, limits: { fuel: false } } }],
  ])('%s', async (fuelCheck, recorded, more) => {
    let wasted = 0
    const counting: Runtime = {
      ...runtime,
      ...more,
      run: async (execution) => {
        const outcome = await runtime.run(execution)
        return { ...outcome, fuelUsed: outcome.fuelUsed + wasted }
      },
    }
    const runner = createRecordedRunner(counting, echo)
    const { id } = await runner.run(asksTwice)
    const moved = fuelCheck === 'compared' ? 0 : 1
    runner.edit(id, (was) => ({
      ...was,
      recording: { ...was.recording, ...recorded },
      journal: was.journal.map((entry) => ({ ...entry, fuel_left: entry.fuel_left + moved })),
    }))
    expect(await runner.replay(id)).toMatchObject({ kind: 'same', fuelCheck })
    wasted = 1
    expect(await runner.replay(id)).toMatchObject(
      fuelCheck === 'compared'
        ? { error: { code: 'REPLAY_DIVERGED', details: { fuel: expect.any(String) } } }
        : { kind: 'same', fuelCheck },
    )
  })
})

describe('a replay on another machine', () => {
  /** Runs a skill with outcomes changed by `then`, and replays it with outcomes changed by `now`. */
  const replayWith = async (then: Partial<RuntimeOutcome>, now: Partial<RuntimeOutcome>, other = false) => {
    let change = then
    const changing: Runtime = {
      ...runtime,
      run: async (execution) => Object({ ...(await runtime.run(execution)), ...change }),
    }
    const runner = createRecordedRunner(changing, echo)
    const { id } = await runner.run(asksTwice)
    change = now
    if (other) runner.edit(id, (was) => ({ ...was, recording: { ...was.recording, output_hash: 'x' } }))
    return runner.replay(id)
  }
  const versions = 'Python 3.14.1 ran the replay, and Python 3.13.5 the execution'
  const [old, current] = [{ interpreter: 'Python 3.13.5' }, { interpreter: 'Python 3.14.1' }]

  test('names both interpreter versions if they differ, whether or not the results match', async () => {
    expect(await replayWith(old, current)).toMatchObject({ kind: 'same', otherInterpreter: versions })
    expect(await replayWith(old, current, true)).toMatchObject({
      error: {
        code: 'REPLAY_DIVERGED',
        details: { interpreter: versions, output: 'the output differs from the recording' },
      },
    })
    for (const [then, now] of [
      [old, old],
      [old, {}],
      [{}, current],
    ] as const)
      expect(await replayWith(then, now)).toMatchObject({ kind: 'same', otherInterpreter: undefined })
  })

  test('returns TIMEOUT, not REPLAY_DIVERGED, if the replay takes too long, even before its first call', async () => {
    const late = { kind: 'failed', code: 'TIMEOUT', detail: 'too slow' } as const
    const refused = { kind: 'refused', error: { code: 'TIMEOUT', details: { replay: 'too slow' } } }
    expect(await replayWith({}, late)).toMatchObject(refused)
    let { run } = runtime
    const runner = createRecordedRunner({ ...runtime, run: (execution) => run(execution) }, echo)
    const { id } = await runner.run(asksTwice)
    run = async () => ({ ...late, fuelUsed: 0 })
    expect(await runner.replay(id)).toMatchObject(refused)
  })
})

describe('a replay that ends otherwise than the recorded execution', () => {
  type Program = Runtime['run']
  const fetches = ({ host: seam }: RuntimeExecution, path: string) =>
    seam.call('fetch', { url: at(path), method: 'GET', headers: [], body: null, timeoutMs: null }, 5)
  const failed = (code: ErrorCode): RuntimeOutcome => ({ kind: 'failed', code, detail: `it is ${code}`, fuelUsed: 1 })
  const done: RuntimeOutcome = { kind: 'returned', value: { results: [] }, fuelUsed: 1 }

  /** What the recorded program and that of the replay do. `ahead`: the number of answers that the replay got in advance. */
  async function replayed(
    then: Program,
    now: Program,
    edit: (was: RecordedExecution) => RecordedExecution = (was) => was,
  ) {
    let program = then
    let last: RuntimeExecution | undefined
    const fake = fakeRuntime((execution) => {
      last = execution
      return program(execution)
    })
    const runner = createRecordedRunner(fake, async (request, ...rest) =>
      request.url.endsWith('/never') ? new Promise(() => {}) : echo(request, ...rest),
    )
    const { id } = await runner.run('')
    program = now
    runner.edit(id, edit)
    const result = await runner.replay(id)
    // Only a script does not pay for its wait.
    expect(last).not.toHaveProperty('timeLimit')
    return { ahead: last?.ahead?.length, result }
  }
  const ends =
    (outcome: RuntimeOutcome): Program =>
    async () =>
      outcome
  const redacted = (was: RecordedExecution) => ({ ...was, recording: { ...was.recording, input_redacted: true } })

  test.each<[string, RuntimeOutcome, RuntimeOutcome, object]>([
    ['no runtime', done, failed('RUNTIME_UNAVAILABLE'), { code: 'RUNTIME_UNAVAILABLE' }],
    ['cancelled', done, failed('CANCELLED'), { code: 'CANCELLED' }],
    ['cancelled later', failed('RUNTIME_UNAVAILABLE'), failed('CANCELLED'), { code: 'CANCELLED' }],
    ['too slow', done, failed('TIMEOUT'), { code: 'TIMEOUT', details: { replay: 'it is TIMEOUT' } }],
    ['another error', failed('OUT_OF_FUEL'), failed('SKILL_CRASHED'), { code: 'REPLAY_DIVERGED' }],
    [
      'another end',
      done,
      failed('SKILL_CRASHED'),
      { code: 'REPLAY_DIVERGED', details: { output: expect.any(String) } },
    ],
    [
      'a question without an answer',
      done,
      { kind: 'suspended', fuelUsed: 1 },
      { code: 'REPLAY_DIVERGED', details: { output: 'the replay waits for an answer that was not recorded' } },
    ],
  ])('%s', async (_, then, now, error) => {
    const { result } = await replayed(ends(then), ends(now))
    expect(result).toMatchObject({ kind: 'refused', error })
    for (const reason of ['input', 'interpreter']) expect(result).not.toHaveProperty(`error.details.${reason}`)
    const masked = await replayed(ends(then), ends(now), redacted)
    // A masked input explains only another course of the code.
    const isExplained = Object(error).code === 'REPLAY_DIVERGED'
    expect(JSON.stringify(masked.result).includes('a credential in the input was masked')).toBe(isExplained)
  })

  test('blames no call that a timeout or another machine cut off, and names a call that is missing', async () => {
    const calls =
      (outcome: RuntimeOutcome): Program =>
      async (execution) => {
        await fetches(execution, '/one')
        return outcome
      }
    const now = async (code: ErrorCode) => (await replayed(calls(failed('TIMEOUT')), ends(failed(code)))).result
    expect(await now('TIMEOUT')).toMatchObject({ error: { code: 'TIMEOUT' } })
    const unanswered: Program = async (execution) => {
      void fetches(execution, '/never')
      return failed('TIMEOUT')
    }
    expect((await replayed(unanswered, ends(failed('TIMEOUT')))).result).toMatchObject({ kind: 'same' })
    expect(await now('SKILL_CRASHED')).toMatchObject({
      error: { code: 'REPLAY_DIVERGED', details: { 'host call 0 (fetch)': expect.stringContaining('not made') } },
    })
  })

  /** Makes three calls, of which one has no answer. */
  const calls = async (execution: RuntimeExecution) => {
    const never = fetches(execution, '/never')
    const others = fetches(execution, '/one')
      .then(() => turn())
      .then(() => fetches(execution, '/two'))
    return { never, others }
  }
  const leaves =
    (outcome: RuntimeOutcome): Program =>
    async (execution) => {
      await (await calls(execution)).others
      return outcome
    }
  const waits: Program = async (execution) => {
    const answer = await (await calls(execution)).never
    return answer.kind === 'end' ? failed(answer.code) : done
  }

  test.each<[ErrorCode, 'in' | 'not in']>([
    ['TIMEOUT', 'in'],
    ['CANCELLED', 'in'],
    ['RUNTIME_UNAVAILABLE', 'in'],
    ['TIMEOUT', 'not in'],
  ])(
    'is the same up to the last answer if %s ended the execution, with its last call %s the journal',
    async (code, is) => {
      const isKept = ({ settled }: JournalEntry) => is === 'in' || settled !== undefined
      const edit = (was: RecordedExecution) => ({ ...was, journal: was.journal.filter(isKept) })
      const { ahead, result } = await replayed(leaves(failed(code)), waits, edit)
      expect(result).toMatchObject({ kind: 'same', endedOutside: code, output: { error: { code } }, fuelUsed: 1e-6 })
      // Only the seam knows after which answer the execution ended.
      expect(ahead).toBe(0)
    },
  )

  test('ends where it waits for an answer that the execution did not wait for', async () => {
    const { ahead, result } = await replayed(leaves(done), leaves(done))
    expect(result).toMatchObject({ kind: 'same', endedOutside: undefined })
    expect(ahead).toBe(2)
    expect((await replayed(leaves(done), waits)).result).toMatchObject({ error: { code: 'CANCELLED' } })
  })

  test('says that its record was altered', async () => {
    const load = async () => ({ altered: 'its output' })
    const [skills, answers] = [fixedSkills(), createMemoryAnswers()]
    const replay = createReplay({ skills, answers, runtimes: [], recordings: { load } })
    expect(await replay(newId('exec', (size) => new Uint8Array(size)))).toMatchObject({
      error: { code: 'RECORD_NOT_AUTHENTIC', details: { record: 'its output' } },
    })
  })
})

describe('REPLAY_DIVERGED reports', () => {
  const record = async () => {
    const runner = createRecordedRunner(runtime, echo)
    return { runner, ...(await runner.run(asksTwice)) }
  }
  const divergedBy = (details: object) => ({ kind: 'refused', error: { code: 'REPLAY_DIVERGED', details } })

  const calls: [string, Parameters<Awaited<ReturnType<typeof record>>['runner']['edit']>[1], object][] = [
    [
      'the call whose arguments differ',
      (was) => ({
        ...was,
        journal: was.journal.map((entry) => (entry.seq === 2 ? { ...entry, args_hash: 'x' } : entry)),
      }),
      { 'host call 2 (fetch)': 'has other arguments than recorded' },
    ],
    [
      'the call whose operation differs',
      (was) => ({ ...was, journal: was.journal.map((entry) => (entry.seq === 1 ? { ...entry, op: 'fetch' } : entry)) }),
      { 'host call 1 (console.log)': 'was recorded as fetch' },
    ],
    [
      'the call that was never recorded',
      (was) => ({ ...was, journal: was.journal.filter(({ seq }) => seq < 2) }),
      { 'host call 2 (fetch)': 'is not in the recording' },
    ],
    [
      'the recorded call that is missing',
      (was) => {
        const [entry] = was.journal
        return entry ? { ...was, journal: [...was.journal, { ...entry, seq: 3, settled: 3 }] } : was
      },
      { 'host call 3 (fetch)': 'was recorded but not made in the replay' },
    ],
    [
      'the call at which the fuel differs',
      (was) => ({ ...was, journal: was.journal.map((entry) => ({ ...entry, fuel_left: entry.fuel_left + 1 })) }),
      { 'host call 0 (fetch)': expect.stringContaining('different fuel') },
    ],
    [
      'a different total of fuel',
      (was) => ({ ...was, fuelUsed: was.fuelUsed + 1 }),
      { fuel: expect.stringMatching(/^[\d.]+ units instead of [\d.]+$/) },
    ],
    [
      'the path at which the output differs',
      (was) => {
        const { output } = was
        if (output.status !== 'success') return was
        const changed = {
          ...output,
          results: output.results.map((result, n) => (n === 2 ? { ...result, now: 1 } : result)),
        }
        return { ...was, output: changed, recording: { ...was.recording, output_hash: hashOf(lastingPart(changed)) } }
      },
      { output: 'results[2].now differs from the recording' },
    ],
    [
      'the first call whose fuel differs, if the seed differs',
      (was) => ({ ...was, recording: { ...was.recording, seed: '00'.repeat(16) } }),
      { 'host call 0 (fetch)': expect.stringContaining('different fuel') },
    ],
  ]
  test.for(calls)('%s', async ([, change, details]) => {
    const { runner, id } = await record()
    runner.edit(id, change)
    expect(await runner.replay(id)).toMatchObject(divergedBy(details))
  })
})
