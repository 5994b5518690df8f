import { Duplex, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import Docker from 'dockerode'
import * as z from 'zod'
import { EngineFailure, type EngineFailureReason, engineFailureOf } from './engine-failure.ts'
import { isNamedRightly } from './images/labels.ts'
import { ownedFilter } from './labels.ts'

/**
 * Where the engine listens: the absolute path of a socket, or a host with plain HTTP (behind a tunnel or on the
 * loopback).
 */
export type EngineAddress =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }

/** The version, capacity and abilities of an engine. */
export const EngineInfo = z.object({
  ServerVersion: z.string(),
  NCPU: z.int().positive(),
  MemTotal: z.int().positive(),
  MemoryLimit: z.boolean(),
  PidsLimit: z.boolean(),
  CpuCfsQuota: z.boolean(),
  SecurityOptions: z.array(z.string()).default([]),
})
export type EngineInfo = z.infer<typeof EngineInfo>

/** An image and its default command. */
export type FoundImage = { readonly id: string; readonly command: readonly string[] }

export type Labelled = { readonly name: string; readonly labels: unknown }

/**
 * The HTTP API of one engine. Every call has a deadline and fails with an `EngineFailure`. Containers and networks are
 * addressed by id or name.
 */
export type Engine = ReturnType<typeof connectEngine>

type ExitWatch = Disposable & { readonly code: Promise<number> }

type EngineOptions = {
  readonly address: EngineAddress
  /** Deadline for one call. It has to allow for load, because the engine handles many calls at once. */
  readonly timeoutMs: number
}

const ExitBody = z.object({ StatusCode: z.int() })
const ContainerList = z.array(z.object({ Id: z.string(), Names: z.array(z.string()).nullish(), Labels: z.unknown() }))
const NetworkList = z.array(z.object({ Name: z.string(), Labels: z.unknown() }))
const SubnetList = z.array(
  z.object({ IPAM: z.object({ Config: z.array(z.object({ Subnet: z.string().optional() })).nullish() }) }),
)
const ImageBody = z.object({
  Id: z.string().min(1),
  Config: z.object({
    Labels: z.record(z.string(), z.string()).nullish(),
    Cmd: z.array(z.string()).nullish(),
  }),
})
const InspectBody = z.object({
  State: z.object({ OOMKilled: z.boolean() }),
})
const NetworkBody = z.object({ Containers: z.record(z.string(), z.unknown()).nullish() })

type Call = {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: object
  /** Returns the connection itself, or the body as a stream. */
  readonly as?: 'connection' | 'stream'
  /** The meaning of status 404. Default: `missing`. */
  readonly notFound?: EngineFailureReason
}

const fine = { 200: true, 201: true, 204: true, 101: true } as const

export function connectEngine({ address, timeoutMs }: EngineOptions) {
  const { modem } = new Docker({
    ...(address.kind === 'socket' ? { socketPath: address.path } : { host: address.host, port: address.port }),
    protocol: 'http',
  })

  /** `doing` completes the sentence "The engine did not …". */
  async function call(doing: string, path: string, options: Call = {}): Promise<unknown> {
    const { method = 'GET', query = {}, body = {}, as, notFound } = options
    const controller = new AbortController()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => {
      reject(new EngineFailure('slow', `the engine did not ${doing} within ${timeoutMs} ms`))
      controller.abort()
    }, timeoutMs)
    modem.dial(
      {
        path: `${path}?`,
        method,
        options: { _query: query, _body: body },
        statusCodes: fine,
        abortSignal: controller.signal,
        ...(as === undefined ? {} : { isStream: true }),
        ...(as === 'connection' ? { hijack: true, openStdin: true } : {}),
      },
      (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)),
    )
    try {
      return await promise
    } catch (cause) {
      throw engineFailureOf(cause, doing, notFound)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    info: async () => EngineInfo.parse(await call('describe itself', '/info')),
    /**
     * The image with this name (`repository:digest`). If its label has another digest, it counts as missing, because
     * anybody can assign a name.
     */
    async image(reference: string) {
      const inspected = await call('inspect an image', `/images/${reference}/json`, { notFound: 'no_image' })
      const { Id, Config } = ImageBody.parse(inspected)
      if (!isNamedRightly(reference, Config.Labels ?? {})) {
        throw new EngineFailure('no_image', `the image with the name ${reference} is another one`)
      }
      return { id: Id, command: Config.Cmd ?? [] }
    },
    async create(name: string, options: Docker.ContainerCreateOptions) {
      const asked = { method: 'POST', query: { name }, body: options, notFound: 'no_image' } as const
      await call('create a container', '/containers/create', asked)
    },
    /** stdin, and both outputs in the engine's frame format. */
    async attach(container: string) {
      const query = { stream: true, stdin: true, stdout: true, stderr: true }
      const path = `/containers/${container}/attach`
      // The content of the body does not matter. With a body, Node sends the head at once, and ends the request before
      // the connection is taken over.
      const asked = { method: 'POST', query, body: query, as: 'connection' } as const
      const connection = await call('attach to a container', path, asked)
      if (connection instanceof Duplex) return connection
      throw new EngineFailure('refused', 'the engine did not hand over the connection to a container')
    },
    /** Call before the container starts. Resolves once the engine watches it; `code` resolves when the container ends. */
    async watchExit(container: string) {
      const query = { condition: 'next-exit' }
      const path = `/containers/${container}/wait`
      // The engine sends the head of its answer once it watches, and the rest when the container has ended.
      const stream = await call('watch a container', path, { method: 'POST', query, as: 'stream' })
      if (stream instanceof Readable) return watchOf(stream)
      throw new EngineFailure('refused', 'the engine did not watch a container')
    },
    async start(container: string) {
      await call('start a container', `/containers/${container}/start`, { method: 'POST' })
    },
    async exitState(container: string) {
      const inspected = await call('report how a container ended', `/containers/${container}/json`)
      return { wasOutOfMemory: InspectBody.parse(inspected).State.OOMKilled }
    },
    /** Removes it, with SIGKILL if it runs. A missing container is not an error. */
    async remove(container: string) {
      const query = { force: true, v: true }
      await orGone(call('remove a container', `/containers/${container}`, { method: 'DELETE', query }))
    },
    async containers() {
      const query = { all: true, filters: ownedFilter }
      const list = ContainerList.parse(await call('list containers', '/containers/json', { query }))
      return list.map(({ Id: id, Names: names, Labels: labels }) => ({
        name: names?.[0]?.replace(/^\//, '') ?? id,
        labels,
      }))
    },
    async networks() {
      const list = NetworkList.parse(await call('list networks', '/networks', { query: { filters: ownedFilter } }))
      return list.map(({ Name: name, Labels: labels }) => ({ name, labels }))
    },
    async createNetwork(name: string, options: Omit<Docker.NetworkCreateOptions, 'Name'>) {
      await call('create a network', '/networks/create', { method: 'POST', body: { ...options, Name: name } })
    },
    /** Connects a container to a network, with this address. */
    async joinNetwork(network: string, container: string, address: string) {
      const body = { Container: container, EndpointConfig: { IPAMConfig: { IPv4Address: address } } }
      await call('join a network', `/networks/${network}/connect`, { method: 'POST', body })
    },
    /** The subnets of all networks, including those of other software. */
    async subnets(): Promise<readonly string[]> {
      const list = SubnetList.parse(await call('list networks', '/networks'))
      return list.flatMap(({ IPAM: { Config: ranges } }) => ranges?.flatMap(({ Subnet }) => Subnet ?? []) ?? [])
    },
    /** Disconnects its containers and removes the network. A missing network is not an error. */
    async removeNetwork(network: string) {
      const inspected = NetworkBody.safeParse(await orGone(call('describe a network', `/networks/${network}`)))
      for (const container of Object.keys(inspected.data?.Containers ?? {})) {
        const body = { Container: container, Force: true }
        await orGone(call('leave a network', `/networks/${network}/disconnect`, { method: 'POST', body }))
      }
      await orGone(call('remove a network', `/networks/${network}`, { method: 'DELETE' }))
    },
  }
}

/** Ignores a failure if its cause is that the target is already gone, or that another caller is removing it. */
async function orGone(removal: Promise<unknown>): Promise<unknown> {
  return removal.catch((cause: unknown) => {
    if (cause instanceof EngineFailure && (cause.reason === 'missing' || cause.reason === 'conflict')) return undefined
    throw cause
  })
}

function watchOf(stream: Readable): ExitWatch {
  const code = exitCodeIn(stream)
  // A caller that disposes the watch before the end does not await the code.
  code.catch(() => {})
  return { code, [Symbol.dispose]: () => stream.destroy() }
}

async function exitCodeIn(stream: Readable): Promise<number> {
  try {
    return ExitBody.parse(JSON.parse(await text(stream))).StatusCode
  } catch (cause) {
    throw engineFailureOf(cause, 'report that a container ended')
  }
}
