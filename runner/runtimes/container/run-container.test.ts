import { describe, expect, test } from 'vitest'
import { connectEngine } from './engine.ts'
import type { ContainerEnd, ContainerRun, EgressMode } from './messages.ts'
import type { ContainerNetworks } from './network.ts'
import { endMarker, startMarker } from './output/output-markers.ts'
import { runContainer } from './run-container.ts'
import { type EngineCall, type Fault, startFakeEngine } from './testing/fake-engine.ts'

const run: ContainerRun = {
  id: 'exec_1',
  image: 'travel-skill-x:1',
  egress: 'socket',
  isBundle: false,
  memoryMb: 32,
  cpus: 1,
  outputBytes: 1000,
  lifetimeMs: 1000,
  hosts: [],
  secrets: {},
  stdin: '{}\n',
}

/** Runs a container on an engine with these faults; `whenStarted` is called once it has started. */
async function runOn(
  faults: Partial<Record<EngineCall, Fault>>,
  whenStarted: (engine: Awaited<ReturnType<typeof startFakeEngine>>) => void = () => {},
  { signal = new AbortController().signal, mode = 'socket' }: { signal?: AbortSignal; mode?: EgressMode } = {},
) {
  await using engine = await startFakeEngine(faults)
  const states: string[] = []
  const networks: ContainerNetworks = {
    mode,
    uses: () => false,
    open: async () => ({
      options: { mode, host: { NetworkMode: 'none' }, binds: [], env: {} },
      early: new Promise(() => {}),
      assign: () => states.push('assigned'),
      close: async () => {
        states.push('closed')
      },
      [Symbol.asyncDispose]: async () => {
        states.push('disposed')
      },
    }),
    async [Symbol.asyncDispose]() {},
  }
  const connected = connectEngine({ address: engine.address, timeoutMs: 200 })
  const ends: ContainerEnd[] = []
  const done = runContainer(run, {
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
    started: () => {},
    call: async () => ({ kind: 'value', value: null }),
    stopped: () => {},
    ended: (end) => ends.push(end),
  })
  const left = await done.then(
    () => 'nothing',
    () => 'a container',
  )
  return { ends, states, calls: [...engine.calls], left }
}

test('an image whose label has another digest than its name is none', async () => {
  const { ends, calls } = await runOn({ image: 'gives another' })
  expect([ends[0]?.kind, calls]).toEqual(['no_image', ['image']])
})

const unavailable = (detail: string) => [
  { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail: expect.stringContaining(detail) },
]

describe('an engine that is slow', () => {
  test.each([
    ['create', 'create a container'],
    ['attach', 'attach to a container'],
    ['wait', 'watch a container'],
    ['start', 'start a container'],
  ] as const)(
    'to %s is given up on, with a sentence that says so, and what it may have made is removed',
    async (call, doing) => {
      const { ends, calls, states, left } = await runOn({ [call]: 'never answers' })
      expect(ends).toEqual(unavailable(`the engine did not ${doing} within 200 ms`))
      expect(calls.at(-1)).toBe('remove')
      expect(states.at(-1)).toBe('disposed')
      expect(left).toBe('nothing')
    },
  )

  test('to remove keeps no answer, and says that something is left', async () => {
    const { ends, left, states } = await runOn({ remove: 'never answers' }, (engine) => engine.exit(3))
    expect(ends).toMatchObject([{ code: 'SKILL_CRASHED' }])
    expect(left).toBe('a container')
    expect(states).toEqual(['assigned', 'closed', 'disposed'])
  })
})

describe('an engine that refuses', () => {
  test.each(['create', 'attach', 'wait', 'start'] as const)('to %s: its words are in the reason', async (call) => {
    const { ends, calls, states } = await runOn({ [call]: 'refuses' })
    expect(ends).toEqual(unavailable('the engine did not'))
    expect(calls.at(-1)).toBe('remove')
    expect(states.at(-1)).toBe('disposed')
  })
})

describe('an engine that finds nothing', () => {
  test('to create a container of has no image for it, in whatever words it says so', async () => {
    const { ends } = await runOn({ create: 'finds nothing' })
    expect(ends).toEqual([{ kind: 'no_image', detail: 'there is no image travel-skill-x:1 on the engine' }])
  })

  test('to look at has no image either', async () => {
    const { ends, calls } = await runOn({ image: 'finds nothing' })
    expect([ends[0]?.kind, calls]).toEqual(['no_image', ['image']])
  })

  test('to start has the image, and the container is gone', async () => {
    expect((await runOn({ start: 'finds nothing' })).ends).toEqual(unavailable('the engine did not start'))
  })
})

describe('an engine that goes away', () => {
  test.each(['create', 'attach', 'wait', 'start'] as const)('when it is to %s', async (call) => {
    expect((await runOn({ [call]: 'leaves' })).ends).toEqual(unavailable('no engine answers'))
  })

  test('while the container runs', async () => {
    const { ends, left } = await runOn({}, (engine) => engine.leave())
    expect(ends).toEqual(unavailable('it could not tell that a container ended'))
    expect(left).toBe('a container')
  })
})

test('nothing is assigned before the container is watched, and everything is denied before its end is told', async () => {
  const { calls, states } = await runOn({}, (engine) => engine.exit(0))
  expect(calls.slice(0, 2)).toEqual(['image', 'create'])
  expect(calls.slice(2, 4).sort()).toEqual(['attach', 'wait'])
  expect(calls.slice(4)).toEqual(['start', 'remove'])
  expect(states).toEqual(['assigned', 'closed', 'disposed'])
})

test('an execution that is over before its container is made makes none', async () => {
  const { ends, calls } = await runOn({}, undefined, { signal: AbortSignal.abort() })
  expect(ends).toMatchObject([{ code: 'CANCELLED' }])
  expect(calls).toEqual([])
})

test('one that is over while its container runs has it removed at once', async () => {
  const controller = new AbortController()
  const { ends, calls } = await runOn({}, () => controller.abort(), controller)
  expect(ends).toMatchObject([{ code: 'CANCELLED' }])
  expect(calls.at(-1)).toBe('remove')
})

test('the first process knows of a want of memory that the engine has missed', async () => {
  const { ends } = await runOn({}, (engine) => engine.exit(123))
  expect(ends).toMatchObject([{ code: 'OUT_OF_MEMORY' }])
})

describe('an end that the first process tells', () => {
  const output = `${startMarker}\n{}\n${endMarker}\n`
  const told = (status: string) => (end: string) => `\x1e${end} ${status}\n`
  const fine = { kind: 'output', text: '{}' }
  type Engine = Awaited<ReturnType<typeof startFakeEngine>>
  const printing = (stdout: (end: string) => string, stderr: (end: string) => string) => (engine: Engine) =>
    engine.print((end) => ({ stdout: stdout(end), stderr: stderr(end) }))

  test('counts when all that was printed has come, and the engine is not waited for', async () => {
    const print = printing((end) => output + told('000')(end), told('000'))
    expect((await runOn({}, print)).ends).toEqual([fine])
  })

  test('does not make an output good that is not', async () => {
    const print = printing((end) => `${output}${endMarker}\n${told('000')(end)}`, told('000'))
    expect((await runOn({}, print)).ends).toMatchObject([{ code: 'INVALID_OUTPUT' }])
  })

  test.each([
    ['is of a program that failed', (end: string) => output + told('003')(end), told('003')],
    ['has come on stdout alone', (end: string) => output + told('000')(end), () => ''],
    ['has come on stderr alone', () => output, told('000')],
    ['is somebody else’s', () => output + told('000')('0'.repeat(32)), () => told('000')('0'.repeat(32))],
  ])('leaves the verdict to the engine when it %s', async (_, stdout, stderr) => {
    const { ends } = await runOn({}, (engine) => {
      printing(stdout, stderr)(engine)
      engine.exit(3)
    })
    expect(ends).toMatchObject([{ code: 'SKILL_CRASHED' }])
  })

  test('is not asked for in a bridge’s network', async () => {
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
