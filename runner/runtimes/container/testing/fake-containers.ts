import { Duplex } from 'node:stream'
import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'

type FaultyCall = 'create' | 'start' | 'remove' | 'cpuMs'

/** A fake engine's containers in memory. Each call is answered at once, or as the test decides. */
export type FakeContainers = {
  readonly engine: Engine
  /** Names of existing containers, in the order of their creation. */
  names(): string[]
  /** The environment with which a container was created. */
  environment(name: string): readonly string[]
  /** Makes this call fail from now on; without a failure it works again. */
  fault(call: FaultyCall, failure?: EngineFailure): void
  /** Blocks this call until the returned function is called. */
  hold(call: FaultyCall): () => void
  /** The container ends by itself. */
  exit(name: string, code: number): void
  /** The engine cannot report how a container ended. */
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
    if (fake === undefined) throw new EngineFailure('missing', `no such container: ${name}`)
    return fake
  }
  const enter = async (call: FaultyCall) => {
    await gates.get(call)
    const failure = faults.get(call)
    if (failure !== undefined) throw failure
  }
  const notAsked = () => Promise.reject(new Error('the test expects no such call'))

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
    lose: (name) => found(name).code.reject(new EngineFailure('gone', 'it could not report that a container ended')),
    print: (name, bytes) => void found(name).stream.push(bytes),
    compute(name, cpuMs) {
      found(name).cpuMs = cpuMs
    },
  }
}
