import type { HttpMethod } from '../contract/manifest.ts'
import type { Upstreams } from '../core/ports.ts'
import type { Connections } from './connections.ts'
import type { Exchange } from './exchange.ts'
import type { HeaderPairs } from './request-headers.ts'
import { type Target, targetOf } from './target.ts'

/** One checked request to a declared host. */
export type Outbound = {
  readonly url: URL
  /** The canonical declared host. */
  readonly host: string
  readonly method: HttpMethod
  readonly headers: HeaderPairs
  readonly body: Uint8Array | undefined
  readonly maxResponseBytes: number
  /** Connections are shared only within one partition. */
  readonly partition: string
  readonly signal: AbortSignal
}

/** Sends requests to the real addresses of the declared hosts. */
export type Transport = {
  target(host: string): Target
  send(request: Outbound): Promise<Exchange>
}

type TransportPorts = {
  readonly upstreams: Upstreams
  /** Called for each request. */
  readonly connections: () => Promise<Connections>
}

export function createTransport({ upstreams, connections }: TransportPorts): Transport {
  return {
    target: (host) => targetOf(host, upstreams),
    async send({ url, host, partition, ...request }) {
      const target = targetOf(host, upstreams)
      const actual = target.actual(url)
      const [{ exchange }, opened] = await Promise.all([import('./exchange.ts'), connections()])
      const pool = opened.to(target.origin, partition, target.exempt)
      return exchange(pool, { ...request, path: actual.pathname + actual.search })
    },
  }
}
