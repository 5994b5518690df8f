import type { Duplex } from 'node:stream'
import type { EndCause } from '../../../contract/end-cause.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { HostOp } from '../../../contract/journal.ts'
import type { Json } from '../../../contract/skill-io.ts'

/** The one execution that a gateway serves. */
export type GatewayExecution = {
  /** Declared egress, `host` or `host:port` as in the manifest. */
  readonly hosts: readonly string[]
  /** Whether the image contains the harness, which makes host calls by `POST https://runner.travel.internal/call`. */
  readonly hostCalls: boolean
  /** Placeholders by the name of the secret; null: withheld. */
  readonly secrets: Readonly<Record<string, string | null>>
  /** Never throws, like `HostSeam.call`. */
  call(op: HostOp, args: Json): Promise<HostAnswer>
  /** Reports an undeclared action of the container. The execution ends with EGRESS_BLOCKED. Called at most once. */
  violation(reason: string): void
  /** A host call ended the execution. Called at most once, and not after `violation`. */
  ended(code: ErrorCode, reason: string, cause?: EndCause): void
}

/**
 * Everything that one container can reach. Before its assignment, after a violation or end, and after its disposal, it
 * denies everything: it closes connections and refuses lookups.
 */
export type ContainerGateway = AsyncDisposable & {
  /** Accepts a connection that the container made to this port of any declared host. */
  accept(socket: Duplex, port?: number): void
  /**
   * Accepts a connection without TLS, to the declared host of its first request. Only this container and its gateway
   * can reach the socket, so TLS would protect nothing.
   */
  acceptPlain(socket: Duplex): void
  /** Answers one DNS message. */
  resolve(query: Uint8Array): Uint8Array
  /** Called once. */
  assign(execution: GatewayExecution): void
}

export type GatewayLimits = {
  /** Maximum number of open connections; further ones are closed. */
  readonly connections: number
  /**
   * Maximum number of concurrent requests, each from the first byte of its body to the last byte of its answer. Further
   * requests wait unread. A harness makes up to 8 concurrent calls that wait for each other's turn, so fewer slots
   * would deadlock.
   */
  readonly requestsAtOnce: number
  readonly handshakeTimeoutMs: number
  /** Deadline of a connection for its next complete request head. */
  readonly idleTimeoutMs: number
  /** Deadline for the body of a request. */
  readonly bodyTimeoutMs: number
  /** Deadline for the client to read an answer. */
  readonly answerTimeoutMs: number
  readonly lookupsPerSecond: number
}

export const defaultGatewayLimits: GatewayLimits = {
  connections: 64,
  requestsAtOnce: 8,
  handshakeTimeoutMs: 10_000,
  idleTimeoutMs: 120_000,
  bodyTimeoutMs: 30_000,
  answerTimeoutMs: 60_000,
  lookupsPerSecond: 100,
}
