import type { HttpMethod } from '../contract/manifest.ts'
import type { Upstreams } from '../core/ports.ts'
import type { Connections } from './connections.ts'
import { type Exchange, exchange } from './exchange.ts'
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

export function createTransport(ports: { upstreams: Upstreams; connections: Connections }): Transport {
  return {
    target: (host) => targetOf(host, ports.upstreams),
    send({ url, host, partition, ...request }) {
      const target = targetOf(host, ports.upstreams)
      const actual = target.actual(url)
      const pool = ports.connections.to(target.origin, partition, target.exempt)
      return exchange(pool, { ...request, path: actual.pathname + actual.search })
    },
  }
}
