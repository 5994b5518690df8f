import { Duplex } from 'node:stream'
import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'

type FaultyCall = 'create' | 'start' | 'remove' | 'cpuMs'

/** An engine's containers, in memory: each call is answered at once, or as the test has it. */
export type FakeContainers = {
  readonly engine: Engine
  /** Names of those that are there, in the order in which they were made. */
  names(): string[]
  /** The environment that a container was made with. */
  environment(name: string): readonly string[]
  /** Has this call fail from now on; without a failure it works again. */
  fault(call: FaultyCall, failure?: EngineFailure): void
  /** Keeps this call waiting until what it answers is called. */
  hold(call: FaultyCall): () => void
  /** Ends a container by itself. */
  exit(name: string, code: number): void
  /** The engine cannot tell how a container ended. */
  lose(name: string): void
  print(name: string, bytes: Uint8Array): void
  compute(name: string, cpuMs: number): void
}

type Fake = {
  readonly env: readonly string[]
  readonly stream: Duplex
  readonly code: PromiseWithResolvers<number>
  cpuMs: number
}

export function fakeContainers(): FakeContainers {
  const containers = new Map<string, Fake>()
  const faults = new Map<FaultyCall, EngineFailure>()
  const gates = new Map<FaultyCall, Promise<void>>()
  const found = (name: string): Fake => {
    const fake = containers.get(name)
    if (fake === undefined) throw new EngineFailure('missing', `there is no container ${name}`)
    return fake
  }
  const enter = async (call: FaultyCall) => {
    await gates.get(call)
    const failure = faults.get(call)
    if (failure !== undefined) throw failure
  }
  const notAsked = () => Promise.reject(new Error('nobody asks for this here'))

  const engine: Engine = {
    info: notAsked,
    image: async (reference) => ({ id: `id of ${reference}`, command: [] }),
    async create(name, { Env = [] }) {
      await enter('create')
      const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
      containers.set(name, { env: Env, stream, code: Promise.withResolvers(), cpuMs: 0 })
    },
    attach: async (name) => found(name).stream,
    watchExit: async (name) => ({ code: found(name).code.promise, [Symbol.dispose]() {} }),
    start: () => enter('start'),
    exitState: notAsked,
    async cpuMs(name) {
      await enter('cpuMs')
      return found(name).cpuMs
    },
    async remove(name) {
      await enter('remove')
      containers.delete(name)
    },
    containers: notAsked,
    networks: notAsked,
    createNetwork: notAsked,
    joinNetwork: notAsked,
    subnets: notAsked,
    removeNetwork: notAsked,
  }
  return {
    engine,
    names: () => [...containers.keys()],
    environment: (name) => found(name).env,
    fault: (call, failure) => void (failure === undefined ? faults.delete(call) : faults.set(call, failure)),
    hold(call) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.set(call, promise)
      return () => {
        gates.delete(call)
        resolve()
      }
    },
    exit: (name, code) => found(name).code.resolve(code),
    lose: (name) => found(name).code.reject(new EngineFailure('gone', 'it could not tell that a container ended')),
    print: (name, bytes) => void found(name).stream.push(bytes),
    compute(name, cpuMs) {
      found(name).cpuMs = cpuMs
    },
  }
}
