import { describe, expect, test } from 'vitest'
import { connectEngine, type Engine, type EngineAddress } from './engine.ts'
import type { ContainerEnd, ContainerRun, EgressMode } from './messages.ts'
import type { ContainerNetworks } from './network.ts'
import { endMarker, startMarker } from './output/output-markers.ts'
import { runContainer } from './run-container.ts'
import { type EngineCall, type Fault, startFakeEngine } from './testing/fake-engine.ts'

const run: ContainerRun = {
  id: 'exec_1',
  image: 'travel-skill-x:1',
  egress: 'socket',
  hasHarness: false,
  memoryMb: 32,
  cpus: 1,
  outputBytes: 1000,
  lifetimeMs: 1000,
  hosts: [],
  secrets: {},
  stdin: '{}\n',
}

/** Only a call that never gets an answer has a short deadline, so that no other call fails on a busy machine. */
function connectTo(address: EngineAddress, faults: Partial<Record<EngineCall, Fault>>): Engine {
  const patient = connectEngine({ address, timeoutMs: 60_000 })
  const hasty = connectEngine({ address, timeoutMs: 200 })
  const of = (call: EngineCall) => (faults[call] === 'never answers' ? hasty : patient)
  return {
    ...patient,
    create: of('create').create,
    attach: of('attach').attach,
    watchExit: of('wait').watchExit,
    start: of('start').start,
    remove: of('remove').remove,
  }
}

/** Runs a container on an engine with these faults. `whenStarted` is called once it has started. */
async function runOn(
  faults: Partial<Record<EngineCall, Fault>>,
  whenStarted: (engine: Awaited<ReturnType<typeof startFakeEngine>>) => void = () => {},
  {
    signal = new AbortController().signal,
    mode = 'socket',
    hosts = [],
    violates = false,
  }: { signal?: AbortSignal; mode?: EgressMode; hosts?: string[]; violates?: boolean } = {},
) {
  await using engine = await startFakeEngine(faults)
  const states: string[] = []
  const stops: unknown[] = []
  let callsBeforeAssigned: EngineCall[] = []
  const networks: ContainerNetworks = {
    mode,
    uses: () => false,
    open: async () => ({
      options: { mode, host: { NetworkMode: 'none' }, binds: [], env: {} },
      assign: (execution) => {
        states.push('assigned')
        if (violates) execution.violation('DNS: looked up evil.example')
        callsBeforeAssigned = [...engine.calls]
      },
      close: async () => {
        states.push('closed')
      },
      [Symbol.asyncDispose]: async () => {
        states.push('disposed')
      },
    }),
    async [Symbol.asyncDispose]() {},
  }
  const connected = connectTo(engine.address, faults)
  const ends: ContainerEnd[] = []
  const done = runContainer(
    { ...run, hosts },
    {
      engine: {
        ...connected,
        start: async (name) => {
          await connected.start(name)
          whenStarted(engine)
        },
      },
      networks,
      owner: { installation: 'i', instance: 'me', execution: 'exec_1', expiresMs: 0 },
      name: 'travel-1',
      caFile: '/ca.pem',
      userIds: { take: async () => ({ id: 7, [Symbol.dispose]() {} }) },
      engineCpus: 1,
      signal,
      call: async () => ({ kind: 'value', value: null }),
      stopped: (...given) => void stops.push(given),
      ended: (end) => {
        states.push('ended')
        ends.push(end)
      },
    },
  )
  const left = await done.then(
    () => 'nothing',
    () => 'a container',
  )
  return { ends, states, stops, calls: [...engine.calls], callsBeforeAssigned, left }
}

test.each([
  [['api.example.com'], ['EGRESS_BLOCKED', 'DNS: looked up evil.example']],
  [[], ['CAPABILITY_DENIED', 'DNS: looked up evil.example', 'network.egress']],
])('a request beyond the hosts %j ends the execution with the code of every runtime', async (hosts, stop) => {
  const { stops } = await runOn({}, (engine) => engine.exit(0), { hosts, violates: true })
  expect(stops).toEqual([stop])
})

test('an image whose label has another digest than its name counts as missing', async () => {
  const { ends, calls } = await runOn({ image: 'gives another' })
  expect([ends[0]?.kind, calls]).toEqual(['no_image', ['image']])
})

const unavailable = (detail: string) => [
  { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail: expect.stringContaining(detail) },
]

const calls = [
  ['create', 'create a container'],
  ['attach', 'attach to a container'],
  ['wait', 'watch a container'],
  ['start', 'start a container'],
] as const
test.each(
  calls.flatMap(([call, doing]) => [
    { call, fault: 'never answers', detail: `the engine did not ${doing} within 200 ms`, mayRemain: true } as const,
    { call, fault: 'refuses', detail: 'the fake engine refuses', mayRemain: true } as const,
    { call, fault: 'leaves', detail: 'no engine answers', mayRemain: false } as const,
  ]),
)('an engine that $fault to $call fails the execution, and a container that may exist is removed', async (one) => {
  const { ends, calls, states, left } = await runOn({ [one.call]: one.fault })
  expect(ends).toEqual(unavailable(one.detail))
  if (!one.mayRemain) return
  expect(calls.at(-1)).toBe('remove')
  expect(states.at(-1)).toBe('disposed')
  expect(left).toBe('nothing')
})

test('an engine that is slow to remove a container does not delay the outcome, and the leftover is reported', async () => {
  const { ends, left, states } = await runOn({ remove: 'never answers' }, (engine) => engine.exit(3))
  expect(ends).toMatchObject([{ code: 'SKILL_CRASHED' }])
  expect(left).toBe('a container')
  expect(states).toEqual(['assigned', 'closed', 'ended', 'disposed'])
})

describe('status 404 from the engine', () => {
  test('when a container is created means that the image is missing, whatever the message', async () => {
    const { ends } = await runOn({ create: 'finds nothing' })
    expect(ends).toEqual([{ kind: 'no_image', detail: 'there is no image travel-skill-x:1 on the engine' }])
  })

  test('when an image is inspected means that the image is missing', async () => {
    const { ends, calls } = await runOn({ image: 'finds nothing' })
    expect([ends[0]?.kind, calls]).toEqual(['no_image', ['image']])
  })

  test('when a container is started means that the container is gone, not its image', async () => {
    expect((await runOn({ start: 'finds nothing' })).ends).toEqual(unavailable('the engine did not start'))
  })
})

test('an engine that leaves while the container runs ends the execution with RUNTIME_UNAVAILABLE', async () => {
  const { ends, left } = await runOn({}, (engine) => engine.leave())
  expect(ends).toEqual(unavailable('it could not report that a container ended'))
  expect(left).toBe('a container')
})

test('attaches to the container, assigns the network, and closes the network before it reports the end', async () => {
  const { calls, callsBeforeAssigned, states } = await runOn({}, (engine) => engine.exit(0))
  expect(calls.slice(0, 2)).toEqual(['image', 'create'])
  expect(calls.slice(2, 4).sort()).toEqual(['attach', 'wait'])
  expect(calls.slice(4)).toEqual(['start', 'remove'])
  expect(callsBeforeAssigned).toEqual(calls.slice(0, 4))
  expect(states).toEqual(['assigned', 'closed', 'ended', 'disposed'])
})

test('creates no container for an execution that was already aborted', async () => {
  const { ends, calls } = await runOn({}, undefined, { signal: AbortSignal.abort() })
  expect(ends).toMatchObject([{ code: 'CANCELLED' }])
  expect(calls).toEqual([])
})

test('removes a running container at once when its execution is aborted', async () => {
  const controller = new AbortController()
  const { ends, calls } = await runOn({}, () => controller.abort(), controller)
  expect(ends).toMatchObject([{ code: 'CANCELLED' }])
  expect(calls.at(-1)).toBe('remove')
})

test('the first process reports out-of-memory kills that the engine misses', async () => {
  const { ends } = await runOn({}, (engine) => engine.exit(123))
  expect(ends).toMatchObject([{ code: 'OUT_OF_MEMORY' }])
})

describe('an end reported by the first process', () => {
  const output = `${startMarker}\n{}\n${endMarker}\n`
  const told = (status: string) => (end: string) => `\x1e${end} ${status}\n`
  const fine = { kind: 'output', text: '{}' }
  type Engine = Awaited<ReturnType<typeof startFakeEngine>>
  const printing = (stdout: (end: string) => string, stderr: (end: string) => string) => (engine: Engine) =>
    engine.print((end) => ({ stdout: stdout(end), stderr: stderr(end) }))

  test('decides the outcome once all output has arrived, without waiting for the engine', async () => {
    const print = printing((end) => output + told('000')(end), told('000'))
    expect((await runOn({}, print)).ends).toEqual([fine])
  })

  test('does not turn an invalid output into a valid one', async () => {
    const print = printing((end) => `${output}${endMarker}\n${told('000')(end)}`, told('000'))
    expect((await runOn({}, print)).ends).toMatchObject([{ code: 'INVALID_OUTPUT' }])
  })

  test.each([
    ['belongs to a failed program', (end: string) => output + told('003')(end), told('003')],
    ['arrived on stdout only', (end: string) => output + told('000')(end), () => ''],
    ['arrived on stderr only', () => output, told('000')],
    ['is forged', () => output + told('000')('0'.repeat(32)), () => told('000')('0'.repeat(32))],
  ])('leaves the outcome to the engine when the report %s', async (_, stdout, stderr) => {
    const { ends } = await runOn({}, (engine) => {
      printing(stdout, stderr)(engine)
      engine.exit(3)
    })
    expect(ends).toMatchObject([{ code: 'SKILL_CRASHED' }])
  })

  test('is not used on a bridge network', async () => {
    let asked: string | undefined
    await runOn(
      {},
      (engine) => {
        engine.print((end) => {
          asked = end
          return { stdout: output, stderr: '' }
        })
        engine.exit(0)
      },
      { mode: 'bridge' },
    )
    expect(asked).toBe('')
  })
})
