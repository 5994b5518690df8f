import { isUtf8 } from 'node:buffer'
import type { Duplex } from 'node:stream'
import { hostCallsHost, platformDomain } from '../../../contract/host-calls.ts'
import { type EndAnswer, finalAnswer } from '../../../contract/host-seam.ts'
import { maxRequestBodyBytes } from '../../../contract/operations/fetch.ts'
import type { Json } from '../../../contract/skill-io.ts'
import type { Log } from '../../../core/ports.ts'
import { quoted } from '../../../core/quoted.ts'
import { type After, realAfter } from '../../../egress/scope.ts'
import { canonicalHost } from '../../../egress/target.ts'
import { createByteAllowance } from './byte-allowance.ts'
import { answerDns, refuseDns } from './dns.ts'
import { type ContainerGateway, defaultGatewayLimits, type GatewayExecution, type GatewayLimits } from './gateway.ts'
import { answerHostCall, createCallOrder, maxHostCallBytes } from './host-call-endpoint.ts'
import { createHttpDoor, type GatewayRequest } from './http-door.ts'
import type { InstanceCa } from './instance-ca.ts'
import { type Reply, replyOfFetch } from './reply.ts'
import type { Authority } from './request-head.ts'
import { createTlsDoor } from './tls-door.ts'

export type ContainerGatewayOptions = {
  readonly ca: InstanceCa
  /** The address to which declared names resolve: the loopback, or the relay's address. */
  readonly address: { readonly v4: string }
  readonly log: Log
  readonly limits?: Partial<GatewayLimits>
  /** Default: real timers. */
  readonly after?: After
  /** Monotonic milliseconds. Default: the process's clock. */
  readonly monotonic?: () => number
}

type State =
  | { readonly kind: 'unassigned' }
  | { readonly kind: 'assigned'; readonly execution: GatewayExecution; readonly names: DeclaredNames }
  | { readonly kind: 'closed' }

/** Upload allowance of one execution: a burst of eight of the largest bodies, then eight of them per second. */
const uploads = { bytesPerSecond: 8 * maxRequestBodyBytes, burstBytes: 8 * maxRequestBodyBytes }
/** The cost of a connection, whatever it carries: a handshake takes as long as this many bytes. */
const connectionBytes = 32 * 1024
/** Maximum number of log lines about one container. */
const maxNotes = 20

/**
 * The gateway of one container. It checks only that each request is plain and goes to a declared host; `call` enforces
 * the rest of the policy.
 */
export function createContainerGateway(options: ContainerGatewayOptions): ContainerGateway {
  const { ca, log, after = realAfter, monotonic = () => performance.now() } = options
  const limits = { ...defaultGatewayLimits, ...options.limits }
  const sockets = new Set<Duplex>()
  const doors = new Map<number, ReturnType<typeof createTlsDoor>>()
  const mayLookUp = perSecond(limits.lookupsPerSecond, monotonic)
  const order = createCallOrder()
  const spend = createByteAllowance({ ...uploads, after, monotonic })
  let state: State = { kind: 'unassigned' }
  let notes = 0

  const note = (message: string, fields?: Record<string, unknown>) => {
    notes += 1
    if (notes <= maxNotes) log.warn(message, fields)
    if (notes === maxNotes) log.warn('Further problems of this container are not logged')
  }
  const tooEarly = (did: string) => note(`A container ${did} before it had an execution`)
  const close = () => {
    state = { kind: 'closed' }
    for (const socket of sockets) socket.destroy()
  }
  const violation = (reason: string) => {
    if (state.kind !== 'assigned') return
    const { execution } = state
    close()
    execution.violation(reason)
  }
  const end = ({ code, reason, cause }: EndAnswer) => {
    if (state.kind !== 'assigned') return
    const { execution } = state
    close()
    execution.ended(code, reason, cause)
  }

  const isDeclared = ({ name, port }: Authority) => state.kind === 'assigned' && state.names.hasAt(name, port)

  async function answer(request: GatewayRequest): Promise<Reply | undefined> {
    if (state.kind !== 'assigned') return undefined
    const { execution } = state
    const isHostCall = request.authority.name === hostCallsHost
    const answered = isHostCall
      ? await answerHostCall(request, execution, order)
      : finalAnswer(await execution.call('fetch', fetchArgs(request, execution.hostCalls)))
    if (!('kind' in answered)) return answered
    if (answered.kind !== 'end') return replyOfFetch(answered)
    end(answered)
    return undefined
  }

  const serveHttp = createHttpDoor({
    limits,
    log,
    after,
    isDeclared,
    maxBodyBytes: (name) => (name === hostCallsHost ? maxHostCallBytes : maxRequestBodyBytes),
    taken: spend,
    violation,
    answer,
  })

  function doorAt(port: number) {
    const known = doors.get(port)
    if (known !== undefined) return known
    const door = createTlsDoor({
      ca,
      handshakeTimeoutMs: limits.handshakeTimeoutMs,
      isDeclared: (name) => isDeclared({ name, port }),
      opened: (socket, name) => serveHttp(socket, { name, port }),
      violation,
      failed: (host, why) => note('A container’s TLS connection failed', { host, reason: why }),
    })
    doors.set(port, door)
    return door
  }

  /** Whether to accept a new connection. Otherwise it is closed. */
  function admit(socket: Duplex): boolean {
    socket.on('error', () => {})
    if (state.kind !== 'assigned') {
      if (state.kind === 'unassigned') tooEarly('opened a connection')
      socket.destroy()
      return false
    }
    if (sockets.size >= limits.connections) {
      note(`A container has ${limits.connections} connections open; further ones are closed`)
      socket.destroy()
      return false
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return true
  }

  /** Starts work on a connection once the byte allowance covers it. */
  function serve(socket: Duplex, begin: () => void): void {
    if (!admit(socket)) return
    void spend(connectionBytes).then(() => {
      if (!socket.destroyed) begin()
    })
  }

  // Opened before the first connection, which would wait for it.
  doorAt(443)
  return {
    accept(socket, port = 443) {
      serve(socket, () => doorAt(port)(socket))
    },
    acceptPlain(socket) {
      serve(socket, () => serveHttp(socket))
    },
    resolve(query) {
      if (state.kind !== 'assigned' || !mayLookUp()) {
        if (state.kind === 'unassigned') tooEarly('looked up a name')
        return refuseDns(query, 'refused')
      }
      const { answer: message, found } = answerDns(query, { isDeclared: state.names.has, address: options.address.v4 })
      if (found.kind === 'undeclared') {
        violation(`DNS: looked up ${shownName(found.name)} (${found.type}), which is not declared`)
      }
      if (found.kind === 'unreadable') note('A container sent an invalid DNS message', { reason: found.why })
      return message
    },
    assign(execution) {
      if (state.kind === 'closed') return
      if (state.kind === 'assigned') throw new Error('the gateway already serves an execution')
      const names = declaredNames(execution)
      state = { kind: 'assigned', execution, names }
      // Makes the certificates in advance. A failure is reported by the first connection that needs the certificate.
      for (const name of names.all) ca.contextFor(name).catch(() => {})
    },
    async [Symbol.asyncDispose]() {
      const open = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      close()
      await Promise.all(open)
    },
  }
}

/** `isManual`: a redirect is the response. The library of a script follows it by its options, and each hop is checked. */
function fetchArgs({ url, method, headers, body }: GatewayRequest, isManual: boolean): Json {
  return {
    url,
    method,
    headers: headers.map(([name, value]) => [name, value]),
    body:
      body.length === 0 ? null : isUtf8(body) ? { text: body.toString('utf8') } : { base64: body.toString('base64') },
    ...(isManual ? { redirect: 'manual' } : {}),
  }
}

const longestShown = 60

/** Shortens a long name to its end, which is more informative than its beginning. */
function shownName(name: string): string {
  return quoted(name.length <= longestShown ? name : `…${name.slice(1 - longestShown)}`)
}

/** Whether one more operation is allowed in this second. */
function perSecond(most: number, monotonic: () => number): () => boolean {
  let second = Number.NEGATIVE_INFINITY
  let done = 0
  return () => {
    const now = Math.floor(monotonic() / 1000)
    if (now !== second) done = 0
    second = now
    done += 1
    return done <= most
  }
}

/** The names that one container may use, in lower case. */
type DeclaredNames = ReturnType<typeof declaredNames>

function declaredNames({ hosts, hostCalls }: Pick<GatewayExecution, 'hosts' | 'hostCalls'>) {
  const isOfThePlatform = (name: string) => name === platformDomain || name.endsWith(`.${platformDomain}`)
  const outside = hosts.map(canonicalHost).filter((host) => !isOfThePlatform(nameOf(host)))
  const declared = new Set(hostCalls ? [...outside, hostCallsHost] : outside)
  const names = new Set([...declared].map(nameOf))
  return {
    has: (name: string) => names.has(name),
    hasAt: (name: string, port: number) => declared.has(canonicalHost(`${name}:${port}`)),
    all: [...names],
  }
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
