import type { Duplex } from 'node:stream'
import type { ContainerCreateOptions } from 'dockerode'
import * as z from 'zod'
import { hardening, nobody, piped } from '../create-options.ts'
import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { createDemux } from '../output/demux.ts'
import type { ToRelay } from './uplink-protocol.ts'

type RelayContainer = {
  readonly image: string
  readonly network: string
  readonly extraHosts: readonly string[]
  readonly labels: Readonly<Record<string, string>>
}

/** The path of the relay in the base image. */
const relayPath = '/opt/travel/relay.mjs'
const memory = 256 * 1024 * 1024
const processes = 64

/** The relay of an instance: as restricted as the container of an execution, and without packet forwarding. */
export function relayOptionsOf({ image, network, extraHosts, labels }: RelayContainer): ContainerCreateOptions {
  return {
    Image: image,
    // Replaces the image's own first process, which would end the relay after a day.
    Entrypoint: ['node', relayPath],
    Cmd: [],
    User: nobody,
    Hostname: 'relay',
    Labels: { ...labels },
    ...piped,
    HostConfig: {
      ...hardening,
      NetworkMode: network,
      ExtraHosts: [...extraHosts],
      Dns: ['127.0.0.1'],
      Sysctls: { 'net.ipv4.ip_unprivileged_port_start': '0', 'net.ipv4.ip_forward': '0' },
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: processes,
      // The engine's own limit for open files applies: each connection takes two.
      Ulimits: [{ Name: 'core', Soft: 0, Hard: 0 }],
      // The engine removes the relay when it ends. The relay ends together with this process.
      AutoRemove: true,
    },
  }
}

/** A network of the relay: the relay's address on it, and the ports where it listens. */
export type RelayLeg = { readonly network: string; readonly address: string; readonly ports: readonly number[] }

export type Relay = Awaited<ReturnType<typeof startRelay>>

type RelayOptions = {
  readonly engine: Pick<Engine, 'image' | 'create' | 'attach' | 'start' | 'remove' | 'joinNetwork'>
  /** A unique container name. */
  readonly name: string
  readonly image: string
  /** The network through which it reaches the app. */
  readonly network: string
  /** Deadline for one answer of the relay. */
  readonly answerMs: number
  readonly extraHosts: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly start: Extract<ToRelay, { type: 'start' }>
  /** Called when the relay is no longer in use, after the attempt to remove it. */
  readonly done: () => void
  /** Receives the relay's error messages. */
  readonly note: (text: string) => void
}

const maxLineBytes = 4096

/** A relay's messages on its stdout, one line of JSON each. `ready`: it has reached the app. */
const FromRelay = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('unreachable'), reason: z.string() }),
  z.object({ type: z.literal('opened'), address: z.string() }),
  z.object({ type: z.literal('refused'), address: z.string(), reason: z.string() }),
])
export type FromRelay = z.infer<typeof FromRelay>

type Waiting = { resolve(): void; reject(cause: Error): void }

/** Starts the relay's container. Resolves once the relay has reached the app. The relay ends when this process does. */
export async function startRelay(options: RelayOptions) {
  const { engine, name, note, answerMs } = options
  await using acquired = new AsyncDisposableStack()
  acquired.defer(options.done)
  const { id: image } = await engine.image(options.image)
  acquired.defer(() => engine.remove(name))
  await engine.create(name, relayOptionsOf({ ...options, image }))
  const stream = await engine.attach(name)
  acquired.defer(() => void stream.destroy())
  const ready = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const waiting = new Map<string, Waiting>()

  // The promise is awaited below; an earlier rejection must not count as unhandled.
  ready.promise.catch(() => {})

  const receive = (line: string) => {
    const message = FromRelay.parse(JSON.parse(line))
    switch (message.type) {
      case 'ready':
        return ready.resolve()
      case 'unreachable':
        return ready.reject(new EngineFailure('refused', `the relay cannot reach the app: ${message.reason}`))
      case 'opened':
        return waiting.get(message.address)?.resolve()
      case 'refused':
        return waiting.get(message.address)?.reject(failure(`the relay cannot listen: ${message.reason}`))
    }
  }
  const end = () => {
    const cause = failure('the relay has ended')
    ready.reject(cause)
    for (const { reject } of waiting.values()) reject(cause)
    gone.resolve()
  }
  readLines(stream, receive, note)
  for (const event of ['end', 'close', 'error'] as const) stream.on(event, end)

  const tell = (message: ToRelay) => void stream.write(`${JSON.stringify(message)}\n`)
  await engine.start(name)
  tell(options.start)
  await answered(ready.promise, answerMs)
  const owned = acquired.move()
  return {
    /** Resolves when the relay has ended. */
    gone: gone.promise,
    /** Resolves once the relay listens on the network. */
    async join({ network, address, ports }: RelayLeg) {
      await engine.joinNetwork(network, name, address)
      const opened = Promise.withResolvers<void>()
      waiting.set(address, opened)
      tell({ type: 'open', address, ports })
      if (stream.destroyed) end()
      await answered(opened.promise, answerMs).finally(() => waiting.delete(address))
    },
    /** Ends the relay's connections for the network. The relay leaves the network when the network is removed. */
    leave: ({ address }: RelayLeg) => tell({ type: 'close', address }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function failure(message: string): EngineFailure {
  return new EngineFailure('refused', message)
}

/** Reads the relay's messages. A relay that breaks the protocol is dropped. */
function readLines(stream: Duplex, receive: (line: string) => void, note: (text: string) => void): void {
  let pending = ''
  const demux = createDemux((from, bytes) => {
    const text = Buffer.from(bytes).toString('utf8')
    if (from === 'stderr') return note(text.slice(0, maxLineBytes))
    const lines = `${pending}${text}`.split('\n')
    pending = lines.pop() ?? ''
    if (pending.length > maxLineBytes) throw failure(`the relay wrote a line longer than ${maxLineBytes} characters`)
    for (const line of lines) receive(line)
  })
  stream.on('data', (chunk: Buffer) => {
    try {
      demux(chunk)
    } catch (cause) {
      stream.destroy(cause instanceof Error ? cause : new Error(String(cause)))
    }
  })
}

async function answered(promise: Promise<void>, answerMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(failure(`the relay did not answer within ${answerMs} ms`)), answerMs)
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
