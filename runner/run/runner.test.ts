import { describe, expect, it } from 'vitest'
import { newId } from '../contract/ids.ts'
import type { JournalEntry } from '../contract/journal.ts'
import { type Principal, principalFrom, publicPrincipal } from '../contract/principal.ts'
import { quickjs } from '../contract/runtimes.ts'
import { ScriptGrant } from '../contract/script.ts'
import type { DataLabel, Json } from '../contract/skill-io.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type {
  ExecutionEnd,
  ExecutionStart,
  JournalStore,
  RefusedRequest,
  RejectedRequest,
  Seal,
  UnfinishedExecution,
} from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import type { EgressSessionOptions } from '../egress/session.ts'
import { type LogLine, recordingLog } from '../egress/testing/engine-fixture.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { response } from '../journal/testing/recorded-runner.ts'
import { sessionWithoutFetch } from '../operations/testing/session-without-fetch.ts'
import { vendorKeys } from '../redact/testing/made-secrets.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../runtimes/runtime.ts'
import { scriptInput } from '../script/script.ts'
import { memoryConfirmations } from '../testing/memory-confirmations.ts'
import { fakeRuntime, loadedSkill, testRunner } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'
import type { ExecuteConfig } from './admit.ts'
import { createReplay } from './replay.ts'
import type { RunnerPorts } from './runner-ports.ts'

const host = 'api.example.com'
const permissions = {
  ...{ network: { egress: [host], methods: ['GET', 'POST'] }, secrets: ['KEY', 'OTHER'] },
  ...{ llm: true, messages: true, storage: true },
}
const operator = principalFrom('main', { id: 'ada', role: 'operator' })
const input = { action: 'run', params: {}, config: {} }
const [vendorKey = ''] = Object.values(vendorKeys)

type Program = (execution: RuntimeExecution) => RuntimeOutcome | Promise<RuntimeOutcome>
const done = (...results: Record<string, Json>[]): RuntimeOutcome => ({
  kind: 'returned',
  value: { results },
  fuelUsed: 7,
})
type Failed = Extract<RuntimeOutcome, { kind: 'failed' }>
const failed = (code: Failed['code'], more: Partial<Failed> = {}): RuntimeOutcome => ({
  ...{ kind: 'failed', code, detail: `it is ${code}`, fuelUsed: 7, ...more },
})
const lost = failed('RUNTIME_UNAVAILABLE', { canResume: true })
/** Does this, and ends like that. */
const doing =
  (act: (execution: RuntimeExecution) => unknown, outcome: RuntimeOutcome): Program =>
  async (execution) => {
    await act(execution)
    return outcome
  }
const fetches = ({ host: seam }: RuntimeExecution, path: string, method = 'GET', fuel = 1) =>
  seam.call('fetch', { url: `https://${host}${path}`, method, headers: [], body: null, timeoutMs: null }, fuel)

type More = {
  readonly fields?: object
  readonly approved?: Partial<LoadedSkill['approved']>
  readonly ports?: Partial<RunnerPorts>
  readonly about?: Partial<Runtime['about']>
  readonly engines?: readonly string[]
  readonly data?: DataLabel
  readonly outOfTime?: boolean
  /** Of answers and scripts, and the seal. */
  readonly stores?: 'none'
  /** What the session hides. */
  readonly hidden?: readonly string[]
}

const seal: Seal = {
  close: (text, subject) => `${subject} ${text}`,
  open: (sealed, subject) => (sealed.startsWith(subject) ? sealed.slice(subject.length + 1) : undefined),
}

/** A runner that keeps what it is told in memory. Each leg runs the next of these programs, with the next engine. */
function world(programs: readonly Program[], more: More = {}) {
  const manifest = testManifest({ permissions, ...more.fields })
  const made = loadedSkill(manifest)
  const skill = { ...made, approved: { ...made.approved, ...more.approved } }
  const opened: EgressSessionOptions[] = []
  const ran: RuntimeExecution[] = []
  const asked: string[] = []
  const starts: ExecutionStart[] = []
  const ends: ExecutionEnd[] = []
  const appended: (readonly JournalEntry[])[] = []
  const reopened: ExecutionStart[] = []
  const suspended: Parameters<JournalStore['suspended']>[] = []
  const refused: RefusedRequest[] = []
  const rejected: RejectedRequest[] = []
  const lines: LogLine[] = []
  const journal = new Map<number, JournalEntry>()
  const answers = createMemoryAnswers()
  const engines = [...(more.engines ?? ['one'])]
  const runtime: Runtime = {
    ...fakeRuntime(async (execution) => {
      ran.push(execution)
      const program = programs[Math.min(ran.length, programs.length) - 1]
      return program?.(execution) ?? done()
    }),
    about: { ...quickjs, ...more.about },
    get engineVersion() {
      return engines.length > 1 ? (engines.shift() ?? '') : (engines[0] ?? '')
    },
  }
  const skills = fixedSkills(skill)
  const runner = testRunner({
    skills,
    runtimes: [runtime],
    egress: {
      open(options) {
        opened.push(options)
        const { secrets } = options.grant.permissions
        return {
          ...sessionWithoutFetch(more.hidden ?? [], Object.fromEntries(secrets.map((name) => [name, `__${name}__`]))),
          fetch: async ({ method, url }) => {
            asked.push(`${method} ${new URL(url).pathname}`)
            return response(JSON.stringify({ url }))
          },
          data: () => more.data,
          outOfTime: () => more.outOfTime ?? false,
        }
      },
      probe: async () => {},
      [Symbol.asyncDispose]: async () => {},
    },
    store: { started: async (start) => void starts.push(start), finished: async (end) => void ends.push(end) },
    journals: {
      append: async (_, entries) => {
        appended.push(entries)
        for (const entry of entries) journal.set(entry.seq, entry)
      },
      reopened: async (start) => void reopened.push(start),
      suspended: async (...given) => void suspended.push(given),
    },
    ...(more.stores === 'none' ? {} : { answers, seal }),
    refusals: { refused: async (one) => void refused.push(one), rejected: async (one) => void rejected.push(one) },
    broker: { bind: async () => new Map(), whyMissing: (name) => `set ${name}` },
    log: recordingLog(lines),
    ...more.ports,
  })
  const execute = (config: ExecuteConfig = {}, given: object = input) =>
    runner.execute('probe', Object(given), { principal: operator, ...config })
  async function start(
    config: ExecuteConfig = {},
    given: object = input,
    subject: Parameters<typeof runner.admit>[0] = 'probe',
  ) {
    const admitted = await runner.admit(subject, given, { principal: operator, ...config })
    if (admitted.kind === 'refused') throw new Error(admitted.reason)
    return runner.start(admitted, { durable: true })
  }
  /** What another process finds of the first execution. */
  function unfinished(): UnfinishedExecution {
    const [first] = starts
    if (first?.durable === undefined) throw new Error('nothing durable was started')
    const { id, skill: name, version, digest, durable: recording } = first
    return { id, skill: name, version, digest, recording, journal: [...journal.values()].sort((a, b) => a.seq - b.seq) }
  }
  return {
    ...{ runner, execute, start, unfinished, opened, ran, asked, starts, ends, appended, reopened, suspended },
    ...{ refused, rejected, lines, answers, journal, skills, runtime },
  }
}

describe('a durable execution', () => {
  it('records what another process needs, and its journal as it grows; any other execution records its end only', async () => {
    const program: Program = async (execution) => {
      await fetches(execution, '/one')
      return done()
    }
    const durable = world([program])
    const id = newId('exec', (size) => new Uint8Array(size))
    const admitted = await durable.runner.admit('probe', input, { principal: operator })
    if (admitted.kind === 'refused') throw new Error(admitted.reason)
    const started = durable.runner.start(admitted, { durable: true, id })
    expect(started.id).toBe(id)
    await started.done
    expect(durable.starts).toMatchObject([{ id, durable: { engines: ['one'], principal: operator } }])
    expect(durable.appended.flat()).toMatchObject([{ op: 'fetch', result: { kind: 'value' } }])
    expect(durable.ends).toMatchObject([{ id, journal: [], isWholeJournal: false }])

    const plain = world([program])
    await plain.execute()
    expect(plain.starts[0]).not.toHaveProperty('durable')
    expect(plain.starts[0]).not.toHaveProperty('partOf')
    expect(plain.starts[0]).not.toHaveProperty('durable.script')
    expect(plain.appended).toEqual([])
    expect(plain.ends).toMatchObject([{ journal: [{ op: 'fetch' }], isWholeJournal: true }])
  })

  it('cannot have values of its caller, which are not stored', async () => {
    const { runner, start } = world([() => done()])
    await expect(start({ env_vars: { KEY: 'value' } })).rejects.toThrow('env_vars')
    const admitted = await runner.admit('probe', input, { principal: operator, env_vars: { KEY: 'value' } })
    if (admitted.kind === 'refused') throw new Error(admitted.reason)
    expect(await runner.start(admitted).done).toMatchObject({ status: 'success' })
  })

  it('keeps a credential in its input for the process that resumes it, sealed, and only until it ends', async () => {
    const params = { key: vendorKey }
    const of = world([() => done()])
    await (await of.start({}, { ...input, params })).done
    const [start] = of.starts
    expect(start).toMatchObject({ inputRedacted: true, durable: { input_redacted: true } })
    expect(start?.durable?.sealed_input).toContain(vendorKey)
    expect(JSON.stringify(start?.input)).not.toContain(vendorKey)
    await of.runner.resume(of.unfinished()).done
    expect(of.ran.map((one) => one.input.params)).toEqual([params, params])
    for (const { recorded } of of.ends) {
      expect(recorded).toMatchObject({ recording: { input_redacted: true }, start: { inputRedacted: true } })
      expect(JSON.stringify([recorded?.recording, recorded?.start.input])).not.toContain(vendorKey)
    }
    // An execution that ends with its process needs no seal.
    const plain = world([() => done()], { stores: 'none' })
    expect(await plain.execute({}, { ...input, params })).toMatchObject({ status: 'success' })
    const clean = world([() => done()])
    await (await clean.start()).done
    expect(clean.starts).toMatchObject([{ input, inputRedacted: false }])
  })

  it('is left to another process if this one stops, unless it had come to its end', async () => {
    const stopping = new AbortController()
    const legs = (outcome: RuntimeOutcome) =>
      world([doing(() => stopping.abort(), outcome)], { ports: { stopping: stopping.signal } })
    const ended = legs(done())
    expect(await (await ended.start()).done).toMatchObject({ status: 'success' })
    expect(ended.ends).toHaveLength(1)
    const cut = legs(failed('TIMEOUT'))
    expect(await (await cut.start()).done).toMatchObject({ error: { code: 'INTERNAL' } })
    expect(cut.ends).toEqual([])
    const plain = legs(failed('TIMEOUT'))
    expect(await plain.execute()).toMatchObject({ error: { code: 'TIMEOUT' } })
    expect(plain.ends).toHaveLength(1)
    const running = world([() => failed('TIMEOUT')])
    expect(await (await running.start()).done).toMatchObject({ error: { code: 'TIMEOUT' } })
    expect(running.ends).toHaveLength(1)
  })

  it('alone can wait for an answer from outside', async () => {
    const waits: Program = async ({ host: seam }) => {
      const answer = await seam.call('llm.complete', { prompt: 'Which?' }, 5)
      return answer.kind === 'suspend' ? { kind: 'suspended', fuelUsed: 2_000_000 } : failed('CAPABILITY_DENIED')
    }
    const durable = world([waits], { approved: { secrets: [] } })
    expect(await (await durable.start()).done).toEqual({ status: 'suspended' })
    expect(durable.suspended).toMatchObject([[{ durable: { engines: ['one'] } }, 2_000_000, expect.any(Number)]])
    expect(durable.suspended[0]).not.toHaveProperty('0.durable.interpreters')
    expect([durable.ends, durable.refused]).toEqual([[], []])
    expect([...durable.journal.values()]).toMatchObject([{ result: { kind: 'awaited' } }])
    expect(await world([waits]).execute()).toMatchObject({ error: { code: 'CAPABILITY_DENIED' } })
    await expect(world([() => ({ kind: 'suspended', fuelUsed: 0 })]).execute()).rejects.toThrow('Only a durable')
  })
})

describe('an execution that another process began', () => {
  /** The first program ran in another process, which ended before it recorded the end. */
  const begun = async (...[first, next, more]: [Program, Program, More?]) => {
    const of = world([first, next], more)
    await (await of.start()).done
    of.ends.length = 0
    return of
  }

  it('gets its answers again, asks for nothing twice, and goes on with the next call', async () => {
    const seen: Json[] = []
    const says: Program = async (execution) => {
      const answer = await fetches(execution, '/one', 'GET', 9)
      seen.push(answer.kind === 'value' ? answer.value : answer.kind)
      return done()
    }
    const of = await begun(says, async (execution) => {
      await says(execution)
      const next = await fetches(execution, '/two', 'POST', 8)
      return done({ next: next.kind })
    })
    expect(await of.runner.resume(of.unfinished()).done).toMatchObject({
      status: 'success',
      results: [{ next: 'value' }],
    })
    expect(seen[0]).toEqual(seen[1])
    expect(of.asked).toEqual(['GET /one', 'POST /two'])
    // The first process has recorded its start already.
    expect([of.starts.length, of.reopened.length]).toEqual([1, 0])
    expect(of.opened.map(({ queriedHosts, placeholders }) => [queriedHosts, placeholders])).toEqual([
      [undefined, undefined],
      [[host], { KEY: '__KEY__', OTHER: '__OTHER__' }],
    ])
    expect(of.ran.map(({ ahead }) => ahead?.length)).toEqual([undefined, 1])
    expect(of.ends).toMatchObject([{ recorded: { recording: { engines: ['one'] } } }])
  })

  it('does not repeat a request whose answer it does not know', async () => {
    const posts: Program = async (execution) => {
      await fetches(execution, '/pay', 'POST')
      return done()
    }
    const of = await begun(posts, async (execution) => {
      const answer = await fetches(execution, '/pay', 'POST')
      return answer.kind === 'end' ? failed(answer.code) : done()
    })
    const { journal, ...found } = of.unfinished()
    const inFlight = journal.map(({ settled: _, ...entry }) => ({ ...entry, result: { kind: 'unanswered' as const } }))
    expect(await of.runner.resume({ ...found, journal: inFlight }).done).toMatchObject({
      error: { code: 'INTERRUPTED' },
    })
    expect(of.asked).toEqual(['POST /pay'])
    expect(of.opened[1]?.queriedHosts).toEqual([])
  })

  it.each([
    ['the same engine', ['one'], { error: { code: 'INTERNAL' } }, []],
    ['another engine', ['one', 'two'], { status: 'success' }, [{ durable: { engines: ['one', 'two'] } }]],
  ])('on %s, has its fuel compared only there', async (_, engines, ends, reopened) => {
    let fuel = 9
    const asks: Program = async (execution) => {
      const answer = await fetches(execution, '/one', 'GET', fuel--)
      return answer.kind === 'end' ? failed(answer.code) : done()
    }
    const of = await begun(asks, asks, { engines })
    expect(await of.runner.resume(of.unfinished()).done).toMatchObject(ends)
    expect(of.reopened).toMatchObject(reopened)
    expect(of.lines.some(({ message }) => message.includes('another engine'))).toBe(reopened.length > 0)
  })

  it('names the interpreters of all its legs, each once', async () => {
    const ended = async (interpreter: string) => {
      const waits: Program = async ({ host: seam }) => {
        await seam.call('llm.complete', { prompt: 'Which?' }, 5)
        return { kind: 'suspended', fuelUsed: 1, interpreter: 'Python 3.13.5' }
      }
      const of = await begun(waits, () => ({ ...done(), interpreter }))
      const { recording, ...found } = of.unfinished()
      await of.runner.resume({ ...found, journal: [], recording: of.suspended[0]?.[0].durable ?? recording }).done
      return of.ends[0]?.recorded?.recording.interpreters
    }
    expect(await ended('Python 3.13.5')).toEqual(['Python 3.13.5'])
    expect(await ended('Python 3.14.1')).toEqual(['Python 3.13.5', 'Python 3.14.1'])
  })

  it('ends with the signal of its resumption', async () => {
    const of = await begun(
      () => done(),
      ({ signal }) => (signal.aborted ? failed('CANCELLED') : done()),
    )
    expect(await of.runner.resume(of.unfinished(), { signal: AbortSignal.abort() }).done).toMatchObject({
      error: { code: 'CANCELLED' },
    })
  })

  it.each<[string, (found: UnfinishedExecution) => UnfinishedExecution, More, object, number]>([
    ['an answer is gone', (found) => found, {}, { errorCode: 'INTERNAL' }, 0],
    ['no answers are stored', (found) => found, { stores: 'none' }, { errorCode: 'INTERNAL' }, 0],
    ['its release is gone', (found) => ({ ...found, digest: 'other' }), {}, { errorCode: 'SKILL_NOT_FOUND' }, 0],
    [
      'it may not run any more',
      (found) => ({ ...found, recording: { ...found.recording, principal: publicPrincipal } }),
      {},
      { errorCode: 'TRUST_EXCEEDED' },
      1,
    ],
  ])('runs nothing and is ended if %s', async (_, change, more, end, refused) => {
    const large: Program = async (execution) => {
      await execution.host.call('call.context', {}, 1)
      await fetches(execution, `/${'x'.repeat(5000)}`)
      return done()
    }
    const of = await begun(large, () => done(), more)
    of.answers.kept.clear()
    const found = change(of.unfinished())
    const output = await of.runner.resume(found).done
    expect(output).toMatchObject({ status: 'error', skill: 'probe', error: { code: Object(end).errorCode } })
    expect(of.ran).toHaveLength(1)
    expect(of.ends).toMatchObject([{ id: found.id, journal: [], fuelUsed: 0, ...end }])
    expect(of.refused).toMatchObject(refused === 0 ? [] : [{ execution: found.id, code: 'TRUST_EXCEEDED' }])
    expect(of.rejected).toEqual([])
  })

  it('runs nothing and is ended if its record was altered', async () => {
    const of = await begun(
      () => done(),
      () => done(),
    )
    const { id, skill, version } = of.unfinished()
    expect(await of.runner.resume({ id, skill, version, altered: 'its input' }).done).toMatchObject({
      error: { code: 'RECORD_NOT_AUTHENTIC' },
    })
    expect(of.ends).toMatchObject([{ id, errorCode: 'RECORD_NOT_AUTHENTIC' }])
    expect(of.ran).toHaveLength(1)
  })
})

describe('a lost worker', () => {
  it.each<[string, Program[], More, string, number]>([
    ['is replaced twice', [() => lost, () => lost, () => done()], {}, '', 3],
    [
      'is not replaced a third time',
      [() => lost],
      {},
      'it is RUNTIME_UNAVAILABLE; it cannot resume: it lost 3 workers',
      3,
    ],
    [
      'is not replaced if the code was at fault',
      [() => failed('RUNTIME_UNAVAILABLE')],
      {},
      'it is RUNTIME_UNAVAILABLE',
      1,
    ],
    ['is not replaced after an end', [() => done({ canResume: true })], {}, '', 1],
  ])('%s', async (_, programs, more, detail, times) => {
    const of = world(programs, more)
    await of.execute()
    expect(of.ran).toHaveLength(times)
    const said = of.lines.find(({ message }) => message === 'skill ended with an error')?.fields?.detail
    expect(said ?? '').toBe(detail)
  })

  it('is not replaced for a caller that left, or without the answers so far', async () => {
    const controller = new AbortController()
    const left = world([doing(() => controller.abort(), lost)])
    await left.execute({ signal: controller.signal })
    expect(left.ran).toHaveLength(1)
    const large: Program = async (execution) => {
      await fetches(execution, `/${'x'.repeat(5000)}`)
      return lost
    }
    const without = world([large], { stores: 'none' })
    expect(await without.execute()).toMatchObject({ error: { code: 'RUNTIME_UNAVAILABLE' } })
    expect(without.ran).toHaveLength(1)
    const kept = world([
      large,
      async (execution) => done({ kind: (await fetches(execution, `/${'x'.repeat(5000)}`)).kind }),
    ])
    expect(await kept.execute()).toMatchObject({ results: [{ kind: 'value' }] })
    expect(kept.asked).toHaveLength(1)
  })

  it('gives its successor no answer that could not be stored', async () => {
    const writing = Promise.withResolvers<void>()
    const failing = Promise.withResolvers<void>()
    const append = () => {
      writing.resolve()
      return failing.promise
    }
    const journals = { append, reopened: async () => {}, suspended: async () => {} }
    const leaves: Program = async (execution) => {
      fetches(execution, '/one').catch(() => {})
      await writing.promise
      setImmediate(() => failing.reject(new Error('another process owns it')))
      return lost
    }
    const of = world([leaves, async (execution) => done({ kind: (await fetches(execution, '/one')).kind })], {
      ports: { journals },
    })
    expect(await (await of.start()).done).toMatchObject({ error: { code: 'INTERNAL' } })
    expect(of.ran).toHaveLength(2)
  })

  it.each([
    ['our fault, with code of one result', [], 'INTERNAL'],
    ['told as it is, with a language that may differ', ['javascript' as const], 'REPLAY_DIVERGED'],
  ])('and another course of the code afterwards is %s', async (_, mayDiverge, code) => {
    const of = world([() => failed('REPLAY_DIVERGED')], { about: { mayDiverge } })
    expect(await of.execute()).toMatchObject({ error: { code } })
  })
})

describe('an execution', () => {
  it('has a share of the rate only as a guest, and hides what its caller gave', async () => {
    const of = world([() => done()], {
      fields: { permissions: { network: permissions.network, secrets: ['KEY'] } },
      approved: { secrets: [] },
    })
    await of.execute({ principal: publicPrincipal, env_vars: { KEY: 'a value' } })
    await of.execute()
    expect(of.opened.map(({ isShare, alsoHidden, fairKey }) => [isShare, alsoHidden, fairKey])).toEqual([
      [true, ['a value'], publicPrincipal.id],
      [false, [], operator.id],
    ])
  })

  it('knows the placeholders of what was granted, and that the rest was withheld', async () => {
    const of = world([() => done()], { approved: { secrets: ['OTHER'] } })
    await of.execute()
    expect(of.ran[0]?.secrets).toEqual({ KEY: null, OTHER: '__OTHER__' })
  })

  it('names its call in the call log, else itself', async () => {
    const calls: string[] = []
    const of = world([doing(({ host: seam }) => seam.call('call.log', { entry: { a: 1 } }, 1), done())], {
      ports: {
        services: {
          timeOffsets: () => ({ ok: true, offsets: [] }),
          callLog: async (_, { call }) => void calls.push(call),
        },
      },
    })
    await of.execute({ call: { id: 'call_1' } })
    await of.execute()
    expect(calls).toEqual(['call_1', of.starts[1]?.id])
  })

  it('has a list of its host calls only if it is asked for', async () => {
    const of = world([doing((execution) => fetches(execution, '/one'), done())])
    expect(await of.execute({ trace: true })).toMatchObject({ trace: [{ op: 'fetch', url: `https://${host}/one` }] })
    for (const trace of [false, undefined]) expect(await of.execute({ trace })).not.toHaveProperty('trace')
  })

  it('sends its messages only when it succeeds, and has the label of its data also when it fails', async () => {
    const sends = async ({ host: seam }: RuntimeExecution) =>
      seam.call('messages.send', { message: { text: 'Hello' } }, 1)
    const of = world([doing(sends, done()), doing(sends, failed('TIMEOUT'))], { data: 'test' })
    await of.execute()
    await of.execute()
    expect(of.ends).toMatchObject([
      { messages: [{ text: 'Hello' }], data: 'test' },
      { data: 'test', errorCode: 'TIMEOUT' },
    ])
    expect(of.ends[1]).not.toHaveProperty('messages')
  })

  it('has the label to which its skill lowers it', async () => {
    const of = world([() => ({ ...done(), value: { results: [], metadata: { data: 'sample' } } })], { data: 'test' })
    expect(await of.execute()).toMatchObject({ metadata: { data: 'sample' } })
    expect(of.ends).toMatchObject([{ data: 'sample' }])
  })

  it('stores its lines again whose masks change with a later line', async () => {
    const prints: Program = async ({ host: seam }) => {
      for (const text of ['it is a-secret', '-in-two-lines']) await seam.call('console.log', { level: 'info', text }, 1)
      return done()
    }
    const of = world([prints], { hidden: ['a-secret-in-two-lines'] })
    await (await of.start()).done
    expect(JSON.stringify(of.appended[0])).toContain('it is')
    expect(JSON.stringify([...of.journal.values()])).not.toMatch(/a-secret|-in-two-lines/)
  })

  it('that crashes after the deadline ended a request is out of time, and no other end is', async () => {
    for (const outOfTime of [true, false]) {
      const of = world([() => failed('SKILL_CRASHED'), () => failed('OUT_OF_FUEL'), () => done()], { outOfTime })
      expect(await of.execute()).toMatchObject({ error: { code: outOfTime ? 'TIMEOUT' : 'SKILL_CRASHED' } })
      expect(await of.execute()).toMatchObject({ error: { code: 'OUT_OF_FUEL' } })
      expect(await of.execute()).toMatchObject({ status: 'success' })
    }
  })

  it('is our fault if its runtime fails, and the log has the cause', async () => {
    const of = world([() => Promise.reject(new Error('a bug'))])
    expect(await of.execute()).toMatchObject({ error: { code: 'INTERNAL' } })
    expect(of.lines).toContainEqual(
      expect.objectContaining({
        message: 'the runtime failed',
        fields: expect.objectContaining({ cause: expect.objectContaining({ message: 'a bug' }) }),
      }),
    )
  })

  it('names the interpreters that ran it, each once', async () => {
    const interpreter = 'Python 3.13.5'
    const of = world([() => ({ ...done(), interpreter }), () => done()])
    await of.execute()
    await of.execute()
    const recorded = of.ends.map((end) => end.recorded?.recording.interpreters)
    expect(recorded).toEqual([[interpreter], undefined])
  })

  it('drops results that its manifest does not describe, and the log says so', async () => {
    const output = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
    const of = world([() => done({ id: 'a' }, { id: 7 }), () => done({ id: 'a' })], {
      fields: { actions: { run: { output } } },
    })
    const dropped = () => of.lines.filter(({ message }) => message.startsWith('dropped results'))
    expect(await of.execute()).toMatchObject({ results: [{ id: 'a' }] })
    expect(dropped()).toMatchObject([{ fields: { count: 1, of: 2 } }])
    expect(of.lines).toContainEqual(
      expect.objectContaining({ message: 'skill ended', fields: expect.objectContaining({ unreadable: 1 }) }),
    )
    await of.execute()
    expect(dropped()).toHaveLength(1)
  })
})

describe('the end of an execution', () => {
  const call = (item: string) => [{ permission: 'call', item, by: ['manifest'] }]
  it.each<[Failed['code'], Partial<Failed>, string | undefined, object | undefined]>([
    ['TIMEOUT', {}, 'raise limits.timeout_ms in skill.yaml (now 30000), or make the skill use less', undefined],
    ['NOT_CONFIGURED', {}, 'set KEY; set OTHER', undefined],
    ['SKILL_CRASHED', {}, undefined, undefined],
    ['EGRESS_BLOCKED', {}, expect.stringContaining('network.egress is now'), call('it is EGRESS_BLOCKED')],
    ['CAPABILITY_DENIED', {}, undefined, call('it is CAPABILITY_DENIED')],
    [
      'CAPABILITY_DENIED',
      { detail: 'x'.repeat(400), cause: 'host_calls' },
      expect.stringContaining('host_calls'),
      call('x'.repeat(300)),
    ],
  ])(
    '%s is logged with its cure, and recorded as a refusal if the manifest lacks a call',
    async (code, more, cure, lacks) => {
      const of = world([() => failed(code, more)])
      expect(await of.execute()).toMatchObject({ status: 'error', error: { code } })
      const line = of.lines.find(({ message }) => message === 'skill ended with an error')
      expect(line?.fields).toMatchObject({
        code,
        detail: more.detail ?? `it is ${code}`,
        ...(cure === undefined ? {} : { cure }),
      })
      expect(line?.fields?.cure).toEqual(cure)
      expect(of.refused).toMatchObject(lacks === undefined ? [] : [{ code, lacks, execution: of.starts[0]?.id }])
      expect(of.ends).toMatchObject([{ errorCode: code }])
    },
  )

  it('names the keys without a value only if they are its cause, and has no empty details', async () => {
    const of = world([() => failed('NOT_CONFIGURED'), () => failed('SKILL_CRASHED'), () => done()])
    const none = 'has no value that may be used now'
    expect(await of.execute()).toMatchObject({ error: { details: { KEY: none, OTHER: none } } })
    expect(await of.execute()).not.toHaveProperty('error.details')
    await of.execute()
    expect(of.refused).toEqual([])
  })

  it('says what was withheld, whatever the error is', async () => {
    const asks = doing(({ host: seam }) => seam.call('llm.complete', { prompt: 'x' }, 1), failed('SKILL_CRASHED'))
    const of = world([asks], { approved: { llm: false } })
    expect(await of.execute()).toMatchObject({ error: { code: 'SKILL_CRASHED', details: { llm: 'is not approved' } } })
    expect(of.refused).toMatchObject([{ reason: '', lacks: [{ permission: 'llm', by: ['approval'] }] }])
  })
})

describe('a request that is not admitted', () => {
  it('is counted for its skill, unless the skill is unknown, it asks a question, or the policy refused it', async () => {
    const acting = { effects: ['act'], confirmation: { prompt: 'Send it?' } }
    const of = world([() => done()], {
      fields: { permissions: {}, actions: { run: {}, send: acting } },
      ports: { confirmations: memoryConfirmations() },
    })
    const ask = (name: string, action: string, principal: Principal = operator) =>
      of.runner.execute(name, { ...input, action }, { principal })
    expect(await ask('probe', 'send')).toMatchObject({ status: 'requires_confirmation' })
    expect([of.rejected, of.refused]).toEqual([[], []])
    await ask('unknown', 'run')
    await ask('probe', 'none')
    expect(of.rejected).toEqual([
      { skill: undefined, principal: operator, code: 'SKILL_NOT_FOUND' },
      { skill: 'probe', principal: operator, code: 'INVALID_INPUT' },
    ])
    expect(of.lines.filter(({ message }) => message === 'skill was refused')).toEqual([])
    expect(await ask('probe', 'send', publicPrincipal)).toMatchObject({ error: { code: 'TRUST_EXCEEDED' } })
    expect(of.refused).toMatchObject([
      { skill: 'probe', version: '1.0.0', digest: 'digest', principal: publicPrincipal },
    ])
    expect(of.rejected).toHaveLength(2)
    expect(of.lines.at(-1)).toMatchObject({ message: 'skill was refused', fields: { code: 'TRUST_EXCEEDED' } })
  })
})

describe('a script', () => {
  const scriptOf = (more: object = {}) => ({
    text: 'set_result(1)',
    grant: ScriptGrant.parse({ language: 'javascript', permissions, ...more }),
  })
  const prints: Program = async (execution) => {
    await execution.host.call('console.log', { level: 'info', text: 'a line' }, 1)
    await fetches(execution, '/one')
    return done({ result: vendorKey })
  }

  it('is kept with its grant, has its lines in its report and not in the log, and does not pay for waiting', async () => {
    const of = world([prints, prints])
    const output = await (await of.start({}, scriptInput, scriptOf())).done
    expect(output).toMatchObject({ status: 'success', script: { stdout: 'a line\n' } })
    expect(JSON.stringify(output)).not.toContain(vendorKey)
    expect(of.answers.kept.has(of.starts[0]?.digest ?? '')).toBe(true)
    expect(of.starts[0]?.durable?.script).toEqual(scriptOf().grant)
    expect(of.ran[0]?.timeLimit).toBeDefined()
    expect(of.lines.some(({ message }) => message.includes('a line'))).toBe(false)
    // Only what must not be repeated is stored while it runs.
    expect(of.appended).toEqual([])
    await of.execute()
    expect(of.lines.some(({ message }) => message.includes('a line'))).toBe(true)
    expect(of.ran[1]?.timeLimit).toBeUndefined()
    expect(of.ends[1]?.recorded?.recording).not.toHaveProperty('script')
    expect(of.ends[1]?.output).not.toHaveProperty('script')
  })

  it('has a duration without its wait, and any other execution has one with it', async () => {
    let now = 0
    const waits: Program = ({ timeLimit }) => {
      timeLimit?.pause()
      now += 3_000
      timeLimit?.resume()
      now += 500
      return done()
    }
    const of = world([waits], { ports: { clock: { now: () => now, monotonic: () => now } } })
    await (await of.start({}, scriptInput, scriptOf())).done
    await of.execute()
    expect(of.ends.map(({ durationMs }) => durationMs)).toEqual([500, 3_500])
  })

  it('is kept in the store of scripts if there is one, and not at all without a store', async () => {
    const scripts = createMemoryAnswers()
    const both = world([prints], { ports: { scripts } })
    await (await both.start({}, scriptInput, scriptOf())).done
    const { digest = '' } = both.starts[0] ?? {}
    expect([scripts.kept.has(digest), both.answers.kept.has(digest)]).toEqual([true, false])
    const none = world([prints], { stores: 'none' })
    expect(await (await none.start({}, scriptInput, scriptOf())).done).toMatchObject({ status: 'success' })
  })

  it.each([[{}], [{ scripts: createMemoryAnswers() }]])('is replayed with its text and its lines', async (stores) => {
    const of = world([prints], { ports: stores })
    await (await of.start({}, scriptInput, scriptOf())).done
    const [start, end] = [of.starts[0], of.ends[0]]
    if (!(start && end?.recorded)) throw new Error('nothing was recorded')
    const recorded = { ...start, ...end, recording: end.recorded.recording }
    const { skills, runtime, answers } = of
    const replay = createReplay({
      skills,
      runtimes: [runtime],
      answers,
      ...stores,
      recordings: { load: async () => recorded },
    })
    expect(await replay(start.id)).toMatchObject({ kind: 'same', output: { script: { stdout: 'a line\n' } } })
    expect(of.asked).toHaveLength(1)
    expect(of.ran[1]?.timeLimit).toBeDefined()
  })

  it('shows text that only looks like a credential if its grant says so', async () => {
    const of = world([prints])
    const output = await (await of.start({}, scriptInput, scriptOf({ shows_lookalikes: true }))).done
    expect(JSON.stringify(output)).toContain(vendorKey)
  })
})
