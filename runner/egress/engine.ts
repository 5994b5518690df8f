import type { Clock, Log, RandomBytes, Upstreams } from '../core/ports.ts'
import { type AddressPolicy, classifyAddress } from './address-policy.ts'
import type { ConnectionLimits, Connections } from './connections.ts'
import { checkRequest } from './host-policy.ts'
import { createTokenCache } from './oauth2.ts'
import { openSession } from './open-session.ts'
import { type BookStarts, createPacer } from './pacer.ts'
import { type Resolve, systemResolve } from './resolve.ts'
import { type After, realAfter } from './scope.ts'
import { createSecretIndex } from './secret-index.ts'
import type { EgressEngine, EgressSession } from './session.ts'
import { createSharedAnswers } from './shared-answers.ts'
import { createTransport } from './transport.ts'

export type EgressEngineOptions = {
  readonly upstreams: Upstreams
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  /**
   * The key from which placeholders are derived. With the same key, an execution that is resumed in another process
   * keeps its placeholders. Absent: the engine generates a key.
   */
  readonly placeholderKey?: Uint8Array
  readonly log: Log
  /** Absent: the system's resolver. */
  readonly resolve?: Resolve
  /** Absent: global unicast addresses only. */
  readonly addressPolicy?: AddressPolicy
  /** Certificate authorities (PEM) to trust instead of the system's. Absent: the system's. */
  readonly ca?: string
  readonly limits?: Partial<ConnectionLimits>
  /** Absent: real timers. */
  readonly after?: After
  /** Shares the rates of hosts with other processes. Absent: each process keeps them for itself. */
  readonly bookStarts?: BookStarts
}

const defaultLimits: ConnectionLimits = {
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  maxHeaderBytes: 32 * 1024,
  connectionsPerPool: 32,
}

/** The network of all executions: one policy, shared connections and shared tokens. */
export function createEgressEngine(options: EgressEngineOptions): EgressEngine {
  const { clock, log, randomBytes, upstreams, after = realAfter } = options
  const { resolve = systemResolve, addressPolicy = classifyAddress, ca } = options
  const limits = { ...defaultLimits, ...options.limits }
  let connecting: Promise<Connections> | undefined
  /** The client of HTTP is loaded at the first request, because a process that sends none starts sooner without it. */
  const connections = () => {
    connecting ??= import('./connections.ts').then(({ createConnections }) =>
      createConnections({ resolve, addressPolicy, ca, limits }),
    )
    return connecting
  }
  const transport = createTransport({ upstreams, connections })
  const tokens = createTokenCache({ clock, after })
  const pacer = createPacer({ clock, after, maxInFlight: limits.connectionsPerPool, book: options.bookStarts })
  const index = createSecretIndex()
  const placeholderKey = options.placeholderKey ?? randomBytes(32)
  const shared = createSharedAnswers(clock)
  const ports = { transport, tokens, pacer, shared, clock, after, placeholderKey, log, index }
  const sessions = new Set<EgressSession>()
  let isClosed = false

  return {
    open(sessionOptions) {
      if (isClosed) throw new Error('the egress engine is closed')
      const session = openSession(sessionOptions, ports)
      const tracked: EgressSession = {
        ...session,
        async [Symbol.asyncDispose]() {
          sessions.delete(tracked)
          await session[Symbol.asyncDispose]()
        },
      }
      sessions.add(tracked)
      return tracked
    },
    async probe() {
      if (isClosed) throw new Error('the egress engine is closed')
      const network = { egress: ['probe.example'], methods: ['GET' as const] }
      const answers = [
        checkRequest('https://probe.example/', 'GET', { network }).allowed,
        !checkRequest('https://other.example/', 'GET', { network }).allowed,
        addressPolicy('1.1.1.1').allowed,
        !addressPolicy('169.254.169.254').allowed,
      ]
      if (answers.includes(false)) throw new Error('the egress policy gave a wrong verdict')
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      await Promise.all([...sessions].map((session) => session[Symbol.asyncDispose]()))
      await (await connecting)?.[Symbol.asyncDispose]()
    },
  }
}
