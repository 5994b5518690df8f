import { LRUCache } from 'lru-cache'
import { buildConnector, Pool } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import { checkedLookup, EgressRefused, type Resolve, sharedResolve } from './resolve.ts'

export type ConnectionLimits = {
  /** The limit for name lookup, TCP and TLS together. */
  readonly connectTimeoutMs: number
  /** The longest silence while waiting for headers or body. */
  readonly idleTimeoutMs: number
  readonly maxHeaderBytes: number
  readonly connectionsPerPool: number
}

export type ConnectionsOptions = {
  readonly resolve: Resolve
  readonly addressPolicy: AddressPolicy
  /** Certificate authorities (PEM) to trust instead of the system's. `undefined`: the system's. */
  readonly ca: string | undefined
  readonly limits: ConnectionLimits
}

export type Connections = {
  /**
   * The connection pool for `origin`, shared only by callers with the same `partition`. `exempt`: the operator named
   * this origin, so its address is not checked.
   */
  to(origin: string, partition: string, exempt: boolean): Pool
  [Symbol.asyncDispose](): Promise<void>
}

const maxPools = 256

/** Checks the address of each new connection before anything is sent. Also covers address literals: they need no lookup. */
export function checkedConnector(
  connect: buildConnector.connector,
  addressPolicy: AddressPolicy,
): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [error, socket] = result
      if (error !== null) return callback(...result)
      const { remoteAddress } = socket
      const verdict = remoteAddress === undefined ? undefined : addressPolicy(remoteAddress)
      if (verdict?.allowed) return callback(null, socket)
      socket.destroy()
      // A socket has no address if the peer has already reset the connection, which says nothing about the address.
      if (verdict === undefined) return callback(reset(), null)
      return callback(new EgressRefused(`connected to ${remoteAddress}: ${verdict.reason}`), null)
    })
  }
}

const reset = () => Object.assign(new Error('the peer reset the connection'), { code: 'ECONNRESET' })

export function createConnections({ resolve, addressPolicy, ca, limits }: ConnectionsOptions): Connections {
  const pools = new LRUCache<string, Pool>({
    max: maxPools,
    // An evicted pool still completes its requests in flight.
    dispose: (pool) => void pool.close().catch(() => undefined),
    noDisposeOnSet: true,
  })
  const options = { ca, timeout: limits.connectTimeoutMs, allowH2: false }
  const lookup = checkedLookup(sharedResolve(resolve), addressPolicy)

  function createPool(origin: string, exempt: boolean): Pool {
    return new Pool(origin, {
      connect: exempt ? options : checkedConnector(buildConnector({ ...options, lookup }), addressPolicy),
      connections: limits.connectionsPerPool,
      pipelining: 1,
      allowH2: false,
      headersTimeout: limits.idleTimeoutMs,
      bodyTimeout: limits.idleTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
    })
  }

  return {
    to(origin, partition, exempt) {
      const key = `${exempt ? 'exempt' : 'checked'} ${origin} ${partition}`
      const found = pools.get(key)
      if (found !== undefined) return found
      const pool = createPool(origin, exempt)
      pools.set(key, pool)
      return pool
    },
    async [Symbol.asyncDispose]() {
      const open = [...pools.values()]
      await Promise.all(open.map((pool) => pool.destroy()))
      pools.clear()
    },
  }
}
